// Repeats (x·y)/y, which should not change x (Nguyen 8.2, Gu 2.3.3), for the magnitudes of Nguyen's Table 20.
#pragma once

#include "rows.h"
#include "samples.h"

namespace mx_characterize {

struct Magnitudes {
  const char *x_words, *y_words;
  double x;                 // 0: drawn from (0, 10)
  double y_low, y_high;
};
constexpr Magnitudes MAGNITUDES[] = {
    {"small", "small", 0, 0, 10}, {"small", "large", 0, 1e6, 1e8}, {"large", "small", 1e6, 0, 10}, {"large", "large", 1e6, 1e6, 1e8}};

inline double start_of(const Magnitudes &one) { return one.x != 0 ? one.x : Random(11).between(0, 10); }
inline std::vector<double> divisors_of(const Magnitudes &one, std::size_t count) {
  Random random(13);
  std::vector<double> divisors(count);
  for (double &y : divisors) y = std::max(one.y_low + 1e-3, random.between(one.y_low, one.y_high));
  return divisors;
}

/** The format's own division; `Divide` is an alternative one. */
struct Divided {
  static constexpr const char *words = "ieee";
  template <class T> static MX_HD T of(T x, T y) { return x / y; }
};
template <class T, class Divide> MX_HD T do_and_undo(T x, const T *y, std::size_t count) {
  for (std::size_t at = 0; at < count; at++) x = Divide::of(x * y[at], y[at]);
  return x;
}

/** Emits the errors after each power of ten of iterations and after all of them; returns the last relative error. `advance(x, first, n)` does n iterations. */
template <class T, class Advance> double emit_errors_along(const Labels &labels, T x, std::size_t count, const Advance &advance) {
  const limbs256 start = exact(x);
  double error = 0;
  for (std::size_t done = 0, next = 10; done < count; next *= 10) {
    const std::size_t end = std::min(next, count);
    x = advance(x, done, end - done);
    error = relative_error(x, start);
    Labels here = labels;
    here.push_back({"iterations", std::to_string(end)});
    emit(here, "error along", error, "relative");
    emit(here, "error along, absolute", absolute_error(x, start), "absolute");
    done = end;
  }
  return error;
}

}  // namespace mx_characterize
