// Global summation (Nguyen 5, Gu 2.3.1): numbers whose exact sum is 0, added up by one thread, or by blocks × threads of which each adds
// every n-th number; their sums are added up in their order.
#pragma once

#include "rows.h"
#include "samples.h"

namespace mx_characterize {

template <class T> MX_HD T sum_every(const T *terms, std::size_t first, std::size_t count, std::size_t stride) {
  T sum = number<T>(0);
  for (std::size_t at = first; at < count; at += stride) sum = sum + terms[at];
  return sum;
}

template <class T> std::vector<T> numbers_of(const std::vector<double> &from) {
  std::vector<T> to(from.size());
  for (std::size_t at = 0; at < from.size(); at++) to[at] = number<T>(from[at]);
  return to;
}

inline std::string shape_text(int blocks, int threads) { return std::to_string(blocks) + "×" + std::to_string(threads); }

/** The distances between magnitudes at which more and more limbs are needed. Source: Nguyen 5.1, Table 7; 30 added, where sums of fp32 do not overflow yet. */
constexpr IntervalPair WIDE_PAIRS[] = {{1}, {4}, {13}, {19}, {30}, {37}};
/** Array sizes of Table 7. Chosen for a quick run: 2^16, so that the longer sums show their larger need of bits in a tenth of a second. */
inline std::vector<std::size_t> wide_counts(bool quick) { return {std::size_t(1) << 10, std::size_t(1) << (quick ? 16 : 20)}; }

/** Array sizes of the curves, up to `largest`. Source: Nguyen Figures 7 to 11; 2^14 added to their gap. */
inline std::vector<std::size_t> sizes_up_to(std::size_t largest) {
  std::vector<std::size_t> sizes;
  for (int power : {10, 14, 17, 18, 20, 21, 23})
    if (std::size_t(1) << power <= largest) sizes.push_back(std::size_t(1) << power);
  return sizes;
}

/** How large a sum could be: its error is given relative to this, since the exact sum is 0. */
inline double sum_of_magnitudes(const std::vector<double> &terms) {
  double sum = 0;
  for (const double term : terms) sum += std::fabs(term);
  return sum;
}

/** A term whose rounding error is larger has left the range of its format. Source: twice the unit roundoff of bf16, the largest of all formats. */
constexpr double LARGEST_ROUNDING = 0x1p-8;

/** Whether a format has the smallest and the largest terms: they neither overflow nor underflow, nor lose digits as subnormal numbers. */
template <class T> bool has_terms_of(const IntervalPair &pair) {
  for (const double term : {pair.small_low(), pair.large_high()})
    if (!(std::fabs(head(number<T>(term)) - term) <= LARGEST_ROUNDING * term)) return false;
  return true;
}

/** Terms whose exact sum is 0. */
struct Terms {
  IntervalPair pair;
  std::vector<double> values;
  double magnitude;
  Terms(std::size_t count, const IntervalPair &from) : pair(from), values(terms_that_cancel(count, from)), magnitude(sum_of_magnitudes(values)) {}

  Labels labels(const char *format, const std::string &shape) const {
    return {{"format", format}, {"intervals", pair.text()}, {"count", std::to_string(values.size())}, {"shape", shape}};
  }
};

/** Names of the figures of a sum in each experiment; null for a time that is not measured. */
struct SumNames {
  const char *error, *time;
};
constexpr SumNames PLAIN = {"error", "time"}, BY_SIZE = {"error by size", "time by size"}, BY_RANGE = {"error by range", nullptr};

/** How large numbers are does not matter to time: it is measured for the widest intervals of Table 11. */
inline bool is_timed(const Terms &terms) { return terms.pair.k == 6; }

/** Emits the error of a sum: `quantity`, and relative to the sum of magnitudes. */
template <class T> void emit_sum_errors(const Labels &labels, const char *quantity, const T &sum, const Terms &terms) {
  const std::string relative = std::string(quantity) + ", relative";
  if (!has_terms_of<T>(terms.pair) || !is_number(sum)) {
    emit_not_representable(labels, quantity, "absolute");
    emit_not_representable(labels, relative.c_str(), "relative");
    return;
  }
  const double error = absolute_error(sum, limbs256::zero());
  emit(labels, quantity, error, "absolute");
  emit(labels, relative.c_str(), error / terms.magnitude, "relative");
}

}  // namespace mx_characterize
