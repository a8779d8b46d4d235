// From every format to every other: how many numbers a core turns into the other format in a cycle.
#include "../numbers.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

constexpr int NUMBERS = 512;

template <class To, class From> __attribute__((noinline)) void convert_all(const From (&from)[NUMBERS], To (&to)[NUMBERS]) {
  for (int at = 0; at < NUMBERS; at++) to[at] = mx_runtime::convert<To>(from[at]);
}

template <class To, class From> void measure(int repeats) {
  if constexpr (!std::is_same<To, From>::value) {
    static From from[NUMBERS];
    static To to[NUMBERS];
    for (int at = 0; at < NUMBERS; at++) from[at] = number<From>(unknown_one() + at * 0.0078125);
    const double ns = shortest_ns(repeats, [] {
      for (int time = 0; time < 64; time++) {
        convert_all<To, From>(from, to);
        keep(to);
      }
    });
    emit_timed({{"from", name_of<From>::text()}, {"to", name_of<To>::text()}}, "throughput", 64.0 * NUMBERS / (ns / cycle_ns()), "results/cycle");
  }
}

}  // namespace

int main(int count, char **arguments) {
  const int repeats = is_quick(count, arguments) ? 3 : 15;
  for_every_format([&](auto from) {
    for_every_format([&](auto to) { measure<decltype(to), decltype(from)>(repeats); });
  });
  return 0;
}
