// Input numbers of the benchmarks, the same on every machine.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "numbers.h"

namespace mx_characterize {

/** splitmix64. */
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t bits() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  double between(double low, double high) { return low + (high - low) * (double(bits() >> 11) * 0x1p-53); }
  std::size_t below(std::size_t count) { return std::size_t(bits() % count); }

 private:
  uint64_t state_;
};

/** A small and a large interval, (10^−k, 10^(1−k)) and (10^(k−1), 10^k), k from 2: Nguyen's Table 11, Gu's Figure 2.4. */
struct IntervalPair {
  int k;
  double small_low() const { return std::pow(10.0, -k); }
  double large_high() const { return std::pow(10.0, k); }
  std::string text() const {
    const std::string a = std::to_string(k), b = std::to_string(k - 1);
    return "1e-" + a + "…1e-" + b + " & 1e" + b + "…1e" + a;
  }
  double draw(Random &random) const {
    return random.bits() & 1 ? random.between(small_low(), 10 * small_low()) : random.between(large_high() / 10, large_high());
  }
};
constexpr IntervalPair INTERVAL_PAIRS[] = {{2}, {3}, {4}, {5}, {6}};

/** Numbers and their opposites in random order: the exact sum is 0, in every format they are rounded to. */
inline std::vector<double> terms_that_cancel(std::size_t count, const IntervalPair &pair) {
  Random random(uint64_t(pair.k));
  std::vector<double> terms(count);
  for (std::size_t at = 0; at + 1 < count; at += 2) {
    terms[at] = pair.draw(random);
    terms[at + 1] = -terms[at];
  }
  for (std::size_t at = count - 1; at > 0; at--) std::swap(terms[at], terms[random.below(at + 1)]);
  return terms;
}

/** Factors from (0.1, 1) where the product so far is above 1, else from (1, 10): it neither overflows nor vanishes. */
inline std::vector<double> factors_about_one(std::size_t count) {
  Random random(7);
  std::vector<double> factors(count);
  double product = 1;
  for (double &factor : factors) {
    factor = product > 1 ? random.between(0.1, 1) : random.between(1, 10);
    product *= factor;
  }
  return factors;
}

}  // namespace mx_characterize
