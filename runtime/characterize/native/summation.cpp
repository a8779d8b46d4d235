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

struct Shape {
  std::size_t parts;
  std::string text;
};
const Shape ONE = {1, shape_text(1, 1)}, MANY = {2048, shape_text(64, 32)};

/** A time of fewer terms is that of several sums. Chosen: fp32 takes 10 µs for them, which a clock of 30 ns resolves to 0.3 %. */
constexpr std::size_t TERMS_PER_TIME = 1 << 14;

#ifndef MX_WITHOUT_TIMES
template <class T> double milliseconds(const std::vector<T> &terms, std::size_t parts, int repeats) {
  const std::size_t sums = std::max<std::size_t>(1, TERMS_PER_TIME / terms.size());
  const double ns = shortest_ns(repeats, [&] {
    for (std::size_t sum = 0; sum < sums; sum++) keep(sum_in_parts(terms, parts));
  });
  return ns / double(sums) / 1e6;
}
#endif

/** Adds once, and emits the figures under the names of each experiment that they belong to. */
template <class T> void measure(const Terms &source, const Shape &shape, const std::vector<SumNames> &experiments, int repeats) {
  const std::vector<T> terms = numbers_of<T>(source.values);
  const Labels labels = source.labels(name_of<T>::text(), shape.text);
  const T sum = sum_in_parts(terms, shape.parts);
  for (const SumNames &names : experiments) emit_sum_errors(labels, names.error, sum, source);
#ifndef MX_WITHOUT_TIMES
  if (!is_timed(source)) return;
  const double ms = milliseconds(terms, shape.parts, repeats);
  const bool settled = take_settled();
  for (const SumNames &names : experiments)
    if (names.time) emit(labels, names.time, ms, "ms", settled);
#else
  (void)repeats;
#endif
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const int repeats = quick ? 2 : 3;
  const std::size_t largest = std::size_t(1) << (quick ? 18 : 23);
  for (const IntervalPair &pair : INTERVAL_PAIRS)
    for (const std::size_t size : sizes_up_to(largest)) {
      const Terms terms(size, pair);
      for_all([&](auto format) {
        using T = decltype(format);
        if (size == largest) measure<T>(terms, ONE, {PLAIN}, repeats);
        measure<T>(terms, MANY, size == largest ? std::vector<SumNames>{PLAIN, BY_SIZE} : std::vector<SumNames>{BY_SIZE}, repeats);
      });
    }
  for (const IntervalPair &pair : WIDE_PAIRS)
    for (const std::size_t size : wide_counts(quick)) {
      const Terms terms(size, pair);
      for_all([&](auto format) { measure<decltype(format)>(terms, MANY, {BY_RANGE}, repeats); });
    }
  return 0;
}
