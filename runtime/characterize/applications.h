// Three applications of different mixes (Nguyen 7, Gu 2.4): Gaussian elimination and LU decomposition, without pivots as in the studies,
// and forces between the particles of a box, with their exponentials. Results are held against fp64x4's.
#pragma once

#include "exponential.h"
#include "rows.h"
#include "samples.h"

namespace mx_characterize {

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

/** How many elements of L·U are off by more than 0.0001 (Nguyen, Table 17), in %; the product has 106 bits. */
template <class T> double mismatches(const std::vector<T> &decomposed, const std::vector<T> &original, int n) {
  using mx_runtime::fp64x2;
  std::vector<fp64x2> lu(std::size_t(n) * n);
  for (std::size_t at = 0; at < lu.size(); at++) lu[at] = mx_runtime::convert<fp64x2>(decomposed[at]);
  int missed = 0;
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      fp64x2 sum = row <= column ? lu[std::size_t(row) * n + column] : fp64x2(0.0);
      for (int at = 0; at < row && at <= column; at++) sum = sum + lu[std::size_t(row) * n + at] * lu[std::size_t(at) * n + column];
      const double off = double(sum - mx_runtime::convert<fp64x2>(original[std::size_t(row) * n + column]));
      if (!(std::fabs(off) <= 1e-4)) missed++;
    }
  return 100.0 * missed / (double(n) * n);
}

constexpr IntervalPair APPLICATION_PAIRS[] = {{1}, {2}, {3}, {5}};

/** Coordinates and a charge of each particle, all from (0, high). */
inline std::vector<double> particles_of(int count, double high) {
  Random random{uint64_t(count)};
  std::vector<double> numbers(std::size_t(count) * 4);
  for (double &x : numbers) x = random.between(0, high);
  return numbers;
}
constexpr Range BOXES[] = {{"0…0.1", 0.1}, {"0…1", 1}};

/** The effect of all others on one particle: the sum of charge · e^(−½r²) along one direction. */
template <class T> MX_HD T force_on(const T *particles, int count, int own) {
  const T *here = particles + 4 * own;
  const T half = number<T>(-0.5);
  T force = number<T>(0);
  for (int other = 0; other < count; other++) {
    const T *there = particles + 4 * other;
    const T dx = here[0] - there[0], dy = here[1] - there[1], dz = here[2] - there[2];
    const T square = dx * dx + dy * dy + dz * dz;
    force = force + there[3] * mx_runtime::exp(half * square) * (dx + dy + dz);
  }
  return force;
}

/** The mean of the absolute differences; NaN if one of them is NaN. */
template <class T> double mean_error(const std::vector<T> &found, std::size_t first, const std::vector<mx_runtime::fp64x4> &reference) {
  double sum = 0;
  for (std::size_t at = 0; at < reference.size(); at++) sum += absolute_error(found[first + at], exact(reference[at]));
  return sum / double(reference.size());
}

/** fp64x4's solutions come first, for the others to be held against. */
template <class Work> void for_application_formats(const Work &work) {
  using namespace mx_runtime;
  for_formats<fp64x4, fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2>(work);
}

}  // namespace mx_characterize
