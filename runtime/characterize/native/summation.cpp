// Global summation on one core: in one go, and as 64 × 32 threads of a GPU would add.
#include "../summation.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

template <class T> __attribute__((noinline)) T sum_in_parts(const std::vector<T> &terms, std::size_t parts) {
  std::vector<T> sums(parts);
  for (std::size_t part = 0; part < parts; part++) sums[part] = sum_every(terms.data(), part, terms.size(), parts);
  return parts == 1 ? sums[0] : sum_every(sums.data(), 0, parts, 1);
}

template <class T> void measure(const std::vector<double> &source, const IntervalPair &pair, bool timed, int repeats) {
  const std::vector<T> terms = numbers_of<T>(source);
  const struct { std::size_t parts; std::string text; } shapes[] = {{1, shape_text(1, 1)}, {2048, shape_text(64, 32)}};
  for (const auto &shape : shapes) {
    const Labels labels = {{"format", name_of<T>::text()}, {"intervals", pair.text()}, {"count", std::to_string(source.size())}, {"shape", shape.text}};
    emit(labels, "error", absolute_error(sum_in_parts(terms, shape.parts), limbs256::zero()), "absolute");
#ifndef MX_WITHOUT_TIMES
    if (timed) emit_timed(labels, "time", shortest_ns(repeats, [&] { keep(sum_in_parts(terms, shape.parts)); }) / 1e6, "ms");
#else
    (void)timed, (void)repeats;
#endif
  }
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  for (const IntervalPair &pair : INTERVAL_PAIRS) {
    const std::vector<double> terms = terms_that_cancel(std::size_t(1) << (quick ? 18 : 23), pair);
    // how large numbers are does not matter to time
    const auto one = [&](auto format) { measure<decltype(format)>(terms, pair, pair.k == 6, quick ? 2 : 3); };
    for_every_format(one);
    for_every_length(one);
  }
  return 0;
}
