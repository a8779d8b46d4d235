// Repeated products on one core.
#include "../products.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

template <class T, class Step> __attribute__((noinline)) T product(const std::vector<T> &factors, std::size_t count) {
  return product_of<T, Step>(factors.data(), count);
}

template <class T, class Step> void measure(const std::vector<double> &source) {
  const std::vector<T> factors = numbers_of<T>(source);
  emit_product_errors<T, Step>(factors, [&](std::size_t count) { return product<T, Step>(factors, count); });
}

template <class T> void measure_time(const std::vector<double> &source, int repeats) {
#ifndef MX_WITHOUT_TIMES
  const std::vector<T> factors = numbers_of<T>(source);
  const double ns = shortest_ns(repeats, [&] { keep(product<T, AsComputed>(factors, factors.size())); });
  emit_timed({{"format", name_of<T>::text()}, {"count", std::to_string(factors.size())}}, "time", ns / double(factors.size()), "ns/operation");
#else
  (void)source, (void)repeats;
#endif
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const std::vector<double> factors = factors_about_one(std::size_t(1) << (quick ? 16 : 20));
  for_every_format([&](auto format) {
    measure<decltype(format), AsComputed>(factors);
    measure_time<decltype(format)>(factors, quick ? 2 : 5);
  });
  for_formats<mx_runtime::cmp32x2, mx_runtime::cmp64x2>([&](auto format) { measure<decltype(format), Normalised>(factors); });
  return 0;
}
