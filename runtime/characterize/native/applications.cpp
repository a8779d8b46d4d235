// Gaussian elimination, LU decomposition and forces between particles, on one core.
#include "../applications.h"
#include "../summation.h"
#include "timing.h"

using namespace mx_characterize;
using Reference = std::vector<mx_runtime::fp64x4>;

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

template <class T> void measure_matrices(int n, const IntervalPair &pair, Reference &reference, int repeats) {
  const std::vector<T> start = numbers_of<T>(system_of(n, pair));
  const auto labels = [&](const char *application) {
    return Labels{{"application", application}, {"format", name_of<T>::text()}, {"size", std::to_string(n)}, {"intervals", pair.text()}};
  };
  std::vector<T> system = start;
  eliminate(system, n, true);
  substitute_back(system, n);
  if constexpr (std::is_same<T, mx_runtime::fp64x4>::value) reference.assign(system.begin() + n * n, system.end());
  emit(labels("gaussian"), "error", mean_error(system, std::size_t(n) * n, reference), "absolute");
  tell_time(labels("gaussian"), system, start, repeats, [&] { eliminate(system, n, true); });
  system = start;
  eliminate(system, n, false);
  emit(labels("lu"), "mismatches", mismatches(system, start, n), "%");
  tell_time(labels("lu"), system, start, repeats, [&] { eliminate(system, n, false); });
}

template <class T> __attribute__((noinline)) void forces(const std::vector<T> &particles, std::vector<T> &found) {
  for (std::size_t own = 0; own < found.size(); own++) found[own] = force_on(particles.data(), int(found.size()), int(own));
}

template <class T> void measure_particles(int count, const Range &box, Reference &reference, int repeats) {
  const std::vector<T> particles = numbers_of<T>(particles_of(count, box.high));
  std::vector<T> found(std::size_t(count), number<T>(0));
  forces(particles, found);
  if constexpr (std::is_same<T, mx_runtime::fp64x4>::value) reference = found;
  const Labels labels = {{"application", "particles"}, {"format", name_of<T>::text()}, {"size", std::to_string(count)}, {"intervals", box.words}};
  emit(labels, "error", mean_error(found, 0, reference), "absolute");
  tell_time(labels, found, found, repeats, [&] { forces(particles, found); });
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  Reference reference;
  for (int n : quick ? std::vector<int>{16, 64} : std::vector<int>{16, 64, 256})
    for (const IntervalPair &pair : APPLICATION_PAIRS)
      for_application_formats([&](auto format) { measure_matrices<decltype(format)>(n, pair, reference, quick ? 1 : 2); });
  for (const Range &box : BOXES)
    for_application_formats([&](auto format) { measure_particles<decltype(format)>(quick ? 32 : 128, box, reference, quick ? 1 : 2); });
  return 0;
}
