// (x·y)/y on one core, with the division there is and with a product by the reciprocal.
#include "../quotients.h"
#include "../summation.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

struct ByReciprocal {
  static constexpr const char *words = "reciprocal";
  template <class T> static T of(T x, T y) { return x * (number<T>(1) / y); }
};

template <class T, class Divide> __attribute__((noinline)) T undone(T x, const std::vector<T> &y, std::size_t first, std::size_t count) {
  return do_and_undo<T, Divide>(x, y.data() + first, count);
}

template <class T, class Divide> void measure(const Magnitudes &one, const std::vector<double> &source, bool timed, int repeats) {
  const std::vector<T> y = numbers_of<T>(source);
  const T x = number<T>(start_of(one));
  const Labels labels = {{"format", name_of<T>::text()}, {"division", Divide::words}, {"x", one.x_words}, {"y", one.y_words}, {"count", std::to_string(source.size())}};
  const auto advance = [&](T from, std::size_t first, std::size_t steps) { return undone<T, Divide>(from, y, first, steps); };
  emit(labels, "error", emit_errors_along(labels, x, y.size(), advance), "relative");
#ifndef MX_WITHOUT_TIMES
  if (timed) emit_timed(labels, "time", shortest_ns(repeats, [&] { keep(undone<T, Divide>(x, y, 0, y.size())); }) / double(source.size()), "ns/iteration");
#else
  (void)timed, (void)repeats;
#endif
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  bool timed = true;
  for (const Magnitudes &one : MAGNITUDES) {
    const std::vector<double> divisors = divisors_of(one, quick ? 10000 : 10000000);
    const auto both = [&](auto format) {
      using T = decltype(format);
      measure<T, Divided>(one, divisors, timed, quick ? 2 : 3);
      if constexpr (!mx_runtime::is_narrow<T>) measure<T, ByReciprocal>(one, divisors, timed, quick ? 2 : 3);
    };
    using namespace mx_runtime;
    for_formats<fp16, bf16, fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2>(both);
    // fewer divisors say the same of one that takes fifty times as long
    const std::vector<double> fewer(divisors.begin(), divisors.begin() + long(divisors.size() / (quick ? 50 : 500)));
    measure<fp64x4, Divided>(one, fewer, timed, 1);
    timed = false;
  }
  return 0;
}
