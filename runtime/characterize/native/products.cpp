// Repeated products (Nguyen 8.1, Gu 2.3.2): each format against 256 bits, from few factors to many.
#include "../summation.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

template <class T> __attribute__((noinline)) T product_of(const std::vector<T> &factors, std::size_t count) {
  T product = number<T>(1);
  for (std::size_t at = 0; at < count; at++) product = product * factors[at];
  return product;
}

template <class T> void measure(const std::vector<double> &source, int repeats) {
  const std::vector<T> factors = numbers_of<T>(source);
  limbs256 reference = limbs_of<8>(1);
  std::size_t at = 0;
  for (std::size_t count = 16; count <= source.size(); count *= 4) {
    for (; at < count; at++) reference = reference * exact(factors[at]);
    const Labels labels = {{"format", name_of<T>::text()}, {"count", std::to_string(count)}};
    emit(labels, "error", relative_error(product_of(factors, count), reference), "relative");
#ifndef MX_WITHOUT_TIMES
    if (count * 4 > source.size())
      emit_timed(labels, "time", shortest_ns(repeats, [&] { keep(product_of(factors, count)); }) / double(count), "ns/operation");
#else
    (void)repeats;
#endif
  }
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const std::vector<double> factors = factors_about_one(std::size_t(1) << (quick ? 16 : 20));
  for_every_format([&](auto format) { measure<decltype(format)>(factors, quick ? 2 : 5); });
  return 0;
}
