// Global summation (Nguyen 5, Gu 2.3.1): numbers whose exact sum is 0, added up by one thread, or by blocks × threads of which each adds
// every so manieth number; their sums are added up in their order.
#pragma once

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

}  // namespace mx_characterize
