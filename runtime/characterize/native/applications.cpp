// Gaussian elimination, LU decomposition and forces between particles, on one core.
#include "../applications.h"
#include "../summation.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

template <class T> __attribute__((noinline)) void eliminate(std::vector<T> &system, int n, bool with_side) {
  T *a = system.data();
  for (int column = 0; column + 1 < n; column++)
    for (int row = column + 1; row < n; row++) {
      take_multiplier(a, n, column, row);
      for (int at = column + 1; at < n; at++) take_from_row(a, n, column, row, at);
      if (with_side) take_from_side(a, n, column, row);
    }
}

template <class T, class Work> void tell_time(const Labels &labels, std::vector<T> &numbers, const std::vector<T> &start, int repeats, const Work &work) {
#ifndef MX_WITHOUT_TIMES
  const double ns = shortest_ns(repeats, [&] {
    numbers = start;
    work();
    keep(numbers[0]);
  });
  emit_timed(labels, "time", ns / 1e6, "ms");
#else
  (void)labels, (void)repeats, (void)start, (void)numbers, (void)work;
#endif
}

/** The solution and the decomposed matrix in 256 bits. */
struct MatrixReference {
  std::vector<limbs256> solution, decomposed;
};

template <class T> double share_of_mismatches(const T *decomposed, const std::vector<T> &original, int n) {
  std::vector<mx_runtime::fp64x2> lu(std::size_t(n) * n);
  for (std::size_t at = 0; at < lu.size(); at++) lu[at] = double_word(decomposed[at]);
  int mismatches = 0;
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) mismatches += is_mismatch(lu.data(), original[row * n + column], n, row, column);
  return share_of(mismatches, n);
}

template <class T> void measure_matrices(int n, const IntervalPair &pair, MatrixReference &reference, int repeats) {
  const std::vector<T> start = numbers_of<T>(system_of(n, pair));
  const Labels gaussian = matrix_labels("gaussian", name_of<T>::text(), n, pair), lu = matrix_labels("lu", name_of<T>::text(), n, pair);
  const std::size_t elements = std::size_t(n) * n;
  // the elimination leaves the factors of LU in the matrix
  std::vector<T> system = start;
  eliminate(system, n, true);
  substitute_back(system, n);
  emit(lu, "mismatches", share_of_mismatches(system.data(), start, n), "%");
  if constexpr (IS_REFERENCE<T>) {
    reference.decomposed.assign(system.begin(), system.begin() + elements);
    reference.solution.assign(system.begin() + elements, system.end());
  } else {
    emit_mean_errors(gaussian, compare(system.data() + elements, reference.solution), std::size_t(n));
    emit_mean_errors(lu, compare(system.data(), reference.decomposed), elements);
  }
  if (!is_timed(pair)) return;
  tell_time(gaussian, system, start, repeats, [&] { eliminate(system, n, true); });
  tell_time(lu, system, start, repeats, [&] { eliminate(system, n, false); });
}

template <class T> __attribute__((noinline)) void forces(const std::vector<T> &particles, std::vector<T> &found) {
  for (std::size_t own = 0; own < found.size(); own++) found[own] = force_on(particles.data(), int(found.size()), int(own));
}

template <class T> void measure_particles(int count, const Range &box, std::vector<mx_runtime::fp64x4> &reference, int repeats) {
  const std::vector<T> particles = numbers_of<T>(particles_of(count, box.high));
  std::vector<T> found(std::size_t(count), number<T>(0));
  forces(particles, found);
  if constexpr (std::is_same<T, mx_runtime::fp64x4>::value) reference = found;
  const Labels labels = {{"application", "particles"}, {"format", name_of<T>::text()}, {"size", std::to_string(count)}, {"intervals", box.words}};
  emit_mean_errors(labels, compare(found.data(), reference), found.size());
  tell_time(labels, found, found, repeats, [&] { forces(particles, found); });
}

/** Sizes up to 128 with --quick, else to 512. Chosen: a minute of 256-bit elimination on one core. */
const std::vector<MatrixSize> QUICK_SIZES = {{16, true, false}, {32, false, false}, {64, true, false}, {128, false, false}};
const std::vector<MatrixSize> SIZES = {{16, true, false}, {64, true, false}, {128, false, false}, {256, true, false}, {512, false, false}};

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const int repeats = quick ? 1 : 2;
  for (const MatrixSize &size : quick ? QUICK_SIZES : SIZES)
    for (const IntervalPair &pair : MATRIX_PAIRS) {
      MatrixReference reference;
      if (size.in_all_intervals || is_timed(pair))
        for_matrix_formats([&](auto format) { measure_matrices<decltype(format)>(size.n, pair, reference, repeats); });
    }
  for (const Range &box : BOXES) {
    std::vector<mx_runtime::fp64x4> reference;
    for_particle_formats([&](auto format) { measure_particles<decltype(format)>(quick ? 32 : 128, box, reference, repeats); });
  }
  return 0;
}
