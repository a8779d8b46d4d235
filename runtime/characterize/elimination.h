// Gaussian elimination and LU decomposition, without pivots as in the studies (Nguyen 7, Gu 2.4). Results are compared with those in 256
// bits, as Nguyen compares with GMP's.
#pragma once

#include "rows.h"
#include "samples.h"

namespace mx_characterize {

/** A size of matrix, and which of the experiments it takes part in. */
struct MatrixSize {
  int n;
  /** All intervals, or only the one that is timed. */
  bool in_all_intervals;
  /** All shapes of thread blocks, or only 16×16. On a GPU. */
  bool in_all_shapes;
};

/** Intervals of the elements. Source: Nguyen, Table 17. */
constexpr IntervalPair MATRIX_PAIRS[] = {{1}, {2}, {3}, {4}, {5}};
/** How large elements are does not matter to time: it is measured for the intervals of Nguyen's Figure 15. */
inline bool is_timed(const IntervalPair &pair) { return pair.k == 2; }

inline Labels matrix_labels(const char *application, const char *format, int n, const IntervalPair &pair) {
  return {{"application", application}, {"format", format}, {"size", std::to_string(n)}, {"intervals", pair.text()}};
}

/** A matrix and, behind it, a right-hand side: n rows of n, and n more. */
inline std::vector<double> system_of(int n, const IntervalPair &pair) {
  Random random{uint64_t(100 * n + pair.k)};
  std::vector<double> numbers(std::size_t(n) * (n + 1));
  for (double &x : numbers) x = pair.draw(random);
  return numbers;
}

/** The factor of row i before it is subtracted from row j, stored in the element that becomes 0. */
template <class T> MX_HD void take_multiplier(T *a, int n, int column, int row) { a[row * n + column] = a[row * n + column] / a[column * n + column]; }
template <class T> MX_HD void take_from_row(T *a, int n, int column, int row, int at) {
  a[row * n + at] = a[row * n + at] - a[row * n + column] * a[column * n + at];
}
/** The right-hand side, which Gaussian elimination changes with the matrix. */
template <class T> MX_HD void take_from_side(T *a, int n, int column, int row) {
  T *b = a + n * n;
  b[row] = b[row] - a[row * n + column] * b[column];
}
template <class T> void substitute_back(std::vector<T> &system, int n) {
  T *a = system.data(), *b = a + n * n;
  for (int row = n - 1; row >= 0; row--) {
    for (int at = row + 1; at < n; at++) b[row] = b[row] - a[row * n + at] * b[at];
    b[row] = b[row] / a[row * n + row];
  }
}

/** Whether an element of L·U differs from the matrix by more than 0.0001 (Nguyen, Table 17); the product has 106 bits. */
template <class T> MX_HD bool is_mismatch(const mx_runtime::fp64x2 *lu, const T &original, int n, int row, int column) {
  using mx_runtime::fp64x2;
  fp64x2 sum = row <= column ? lu[row * n + column] : fp64x2(0.0);
  for (int at = 0; at < row && at <= column; at++) sum = sum + lu[row * n + at] * lu[at * n + column];
  return !(std::fabs(double(sum - double_word(original))) <= 1e-4);
}
/** The share of mismatches in %. */
inline double share_of(int mismatches, int n) { return 100.0 * mismatches / (double(n) * n); }

/** Sums over the elements of a result: of the differences from the reference, and of the magnitudes of the reference. */
struct ErrorSums {
  double differences = 0, magnitudes = 0;
  template <class T> MX_HD void add(const T &found, const limbs256 &reference) {
    differences += absolute_error(found, reference);
    magnitudes += std::fabs(nearest_double(reference));
  }
};
/** The mean absolute error, and the error relative to the mean magnitude of the reference; NaN if one of the results is NaN. */
inline void emit_mean_errors(const Labels &labels, const ErrorSums &sums, std::size_t count) {
  emit(labels, "error", sums.differences / double(count), "absolute");
  emit(labels, "error, relative", sums.differences / sums.magnitudes, "relative");
}
template <class T, class Reference> ErrorSums compare(const T *found, const std::vector<Reference> &reference) {
  ErrorSums sums;
  for (std::size_t at = 0; at < reference.size(); at++) sums.add(found[at], exact(reference[at]));
  return sums;
}

/** The results in 256 bits come first: the others are compared with them. */
template <class T> constexpr bool IS_REFERENCE = std::is_same<T, limbs256>::value;
template <class Work> void for_matrix_formats(const Work &work) {
  using namespace mx_runtime;
  for_formats<limbs256, fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2, fp64x4>(work);
}

}  // namespace mx_characterize
