// The exponential (Gu 2.3.4): by the function each format has, and by the Taylor series of the composite formats, with how many terms it
// took. The reference is fp64x4's.
#pragma once

#include "rows.h"
#include "samples.h"

namespace mx_characterize {

struct BuiltIn {
  static constexpr const char *words = "built-in";
  template <class T> static MX_HD T of(T x, int *) { return mx_runtime::exp(x); }
};
struct Taylor {
  static constexpr const char *words = "taylor";
  template <class T> static MX_HD T of(T x, int *terms) { return mx_runtime::exp_taylor(x, terms); }
};

struct Range {
  const char *words;
  double high;
};
constexpr Range RANGES[] = {{"0…0.1", 0.1}, {"0…1", 1}, {"0…100", 100}};

inline std::vector<double> arguments_of(const Range &range, std::size_t count) {
  Random random(17);
  std::vector<double> arguments(count);
  for (double &x : arguments) x = random.between(0, range.high);
  return arguments;
}

/** Errors of a format's results, relative to fp64x4's of the same arguments. */
template <class T> void tell_exponentials(const Labels &labels, const std::vector<T> &x, const std::vector<T> &results, const std::vector<int> &terms) {
  double largest = 0, sum = 0, squares = 0;
  int refused = 0;
  for (std::size_t at = 0; at < x.size(); at++) {
    if (!is_number(results[at])) refused++;
    else largest = std::max(largest, relative_error(results[at], exact(mx_runtime::exp(mx_runtime::convert<mx_runtime::fp64x4>(x[at])))));
    sum += terms[at];
    squares += double(terms[at]) * terms[at];
  }
  const double count = double(x.size()), mean = sum / count;
  emit(labels, "error", largest, "relative");
  emit(labels, "no number", 100 * refused / count, "%");
  if (sum == 0) return;
  emit(labels, "terms, mean", mean, "terms");
  emit(labels, "terms, deviation", std::sqrt(std::max(0.0, squares / count - mean * mean)), "terms");
}

}  // namespace mx_characterize
