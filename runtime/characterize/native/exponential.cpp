// e^x on one core.
#include "../exponential.h"
#include "../summation.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

template <class T, class Way> __attribute__((noinline)) void compute(const std::vector<T> &x, std::vector<T> &results, std::vector<int> &terms) {
  for (std::size_t at = 0; at < x.size(); at++) results[at] = Way::of(x[at], &terms[at]);
}

template <class T, class Way> void measure(const Range &range, std::size_t count, int repeats) {
  const std::vector<T> x = numbers_of<T>(arguments_of(range, count));
  std::vector<T> results(count);
  std::vector<int> terms(count, 0);
  compute<T, Way>(x, results, terms);
  const Labels labels = {{"format", name_of<T>::text()}, {"way", Way::words}, {"range", range.words}};
  tell_exponentials<T>(labels, x, results, terms);
#ifndef MX_WITHOUT_TIMES
  emit_timed(labels, "time", shortest_ns(repeats, [&] { compute<T, Way>(x, results, terms); }) / double(count), "ns/operation");
#else
  (void)repeats;
#endif
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const std::size_t samples = quick ? 100 : 1000;
  for (const Range &range : RANGES) {
    for_every_format([&](auto format) { measure<decltype(format), BuiltIn>(range, samples, quick ? 1 : 3); });
    for_formats<mx_runtime::cmp32x2, mx_runtime::cmp64x2>([&](auto format) { measure<decltype(format), Taylor>(range, samples, quick ? 1 : 3); });
  }
  return 0;
}
