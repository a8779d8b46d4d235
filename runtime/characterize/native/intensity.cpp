// Arithmetic intensity on one core: every number of an array, far larger than the caches, is loaded, computed with and stored.
#include "../intensity.h"

#include <vector>

#include "timing.h"

using namespace mx_characterize;

namespace {

template <class T, class Op> __attribute__((noinline)) void compute(const std::vector<T> &from, std::vector<T> &to, std::size_t count, T one, int operations) {
  for (std::size_t at = 0; at < count; at++) to[at] = intense<T, Op>(from[at], one, operations);
}

template <class T, class Op> void measure(std::size_t bytes, double budget_ns, int repeats) {
  const T one = number<T>(unknown_one() * 1.0009765625);
  std::vector<T> from(bytes / sizeof(T), one), to(bytes / sizeof(T), one);
  double each_ns = 100;
  for (int operations : INTENSITIES) {
    // of what takes long, fewer: loads are long hidden then
    const std::size_t count = std::min(from.size(), std::size_t(std::max(64.0, budget_ns / (each_ns * (operations > 16 ? 4 : 1)))));
    const double ns = shortest_ns(repeats, [&] {
      compute<T, Op>(from, to, count, one, operations);
      keep(to[0]);
    });
    each_ns = ns / double(count);
    emit_timed({{"format", name_of<T>::text()}, {"operation", Op::words}, {"n", std::to_string(operations)}, {"shape", "one core"}}, "time", each_ns, "ns/element");
  }
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const auto both = [&](auto format) {
    using T = decltype(format);
    measure<T, Addition>(std::size_t(64) << 20, quick ? 2e7 : 2e8, quick ? 1 : 3);
    measure<T, Multiplication>(std::size_t(64) << 20, quick ? 2e7 : 2e8, quick ? 1 : 3);
  };
  using namespace mx_runtime;
  for_formats<fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2, fp64x4>(both);
  return 0;
}
