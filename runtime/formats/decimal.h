// Decimal text of every format, exact: a finite value is m·2^e, hence m·5^(−e)·10^e where e < 0, and both ways are integer
// arithmetic with one rounding, to nearest, ties to even. Host only; src/numerics/decimal.ts prints and parses the same.
#pragma once

#include <cstdlib>

#include "big-natural.h"
#include "format-limits.h"

namespace mx_runtime {
namespace detail {

/** Sign, magnitude in units of 2^-1201 (finer than any double, so that a set lowest bit breaks every tie). */
struct big_fixed {
  static constexpr int fraction_bits = 1201;
  bool negative = false;
  big_natural units;

  /** Adds ±x. */
  void add(double x, bool opposite) {
    if (x == 0) return;
    int exponent;
    const double fraction = std::frexp(std::fabs(x), &exponent);
    big_natural magnitude(uint64_t(fraction * 0x1p53));
    magnitude.shift_left(exponent - 53 + fraction_bits);
    const bool minus = (x < 0) != opposite;
    if (minus == negative || units.is_zero()) {
      negative = minus;
      units.add(magnitude);
    } else if (units.compare(magnitude) >= 0) {
      units.subtract(magnitude);
    } else {
      magnitude.subtract(units);
      units = magnitude;
      negative = minus;
    }
  }

  /** The nearest number of p bits with exponents from exponent_min to exponent_max. */
  double nearest(int p, int exponent_min, int exponent_max) const {
    if (units.is_zero()) return 0;
    const int exponent = std::max(units.bit_length() - 1 - fraction_bits, exponent_min);
    const int drop = exponent - p + 1 + fraction_bits;
    big_natural kept = units;
    kept.shift_right(drop);
    const bool up = drop > 0 && units.bit(drop - 1) && (units.any_below(drop - 1) || kept.bit(0));
    if (up) kept.add(big_natural(1));
    const double x = kept.bit_length() - 1 + exponent - p + 1 > exponent_max
                         ? HUGE_VAL
                         : std::ldexp(double(kept.low_64()), exponent - p + 1);
    return negative ? -x : x;
  }
};

inline std::string with_point(const std::string &digits) {
  return digits.size() > 1 ? digits.substr(0, 1) + "." + digits.substr(1) : digits;
}

/** Rounds a digit string to n digits, to nearest, ties to even; a carry out of the first digit makes it one longer. */
inline std::string round_digits(std::string text, size_t n) {
  if (text.size() <= n) return text + std::string(n - text.size(), '0');
  const bool tie = text[n] == '5' && text.find_first_not_of('0', n + 1) == std::string::npos;
  const bool up = tie ? (text[n - 1] - '0') % 2 == 1 : text[n] >= '5';
  text.resize(n);
  size_t i = n;
  while (up && i > 0 && text[i - 1] == '9') text[--i] = '0';
  if (up && i > 0) text[i - 1]++;
  return up && i == 0 ? "1" + text : text;
}

template <class T> T value_of(const big_fixed &exact) {
  using part_traits = format_traits<typename format_traits<T>::part>;
  big_fixed rest = exact;
  double parts[4] = {0, 0, 0, 0};
  for (int i = 0; i < format_traits<T>::parts; i++) {
    parts[i] = rest.nearest(part_traits::significand_bits, part_traits::exponent_min, part_traits::exponent_max);
    if (!is_finite(parts[i])) break;
    rest.add(parts[i], true);
  }
  if (parts[0] == 0 && exact.negative) parts[0] = -0.0;
  using P = typename format_traits<T>::part;
  if constexpr (format_traits<T>::parts == 1) return convert<T>(parts[0]);
  else if constexpr (format_traits<T>::parts == 2) return T(P(parts[0]), P(parts[1]));
  else return T(parts[0], parts[1], parts[2], parts[3]);
}

template <class T> void parts_of(const T &x, double (&parts)[4]) {
  if constexpr (std::is_same<T, fp64x4>::value) memcpy(parts, x.part, sizeof x.part);
  else if constexpr (is_multi_part<T>) {
    typename format_traits<T>::part raw[2];
    memcpy(raw, &x, sizeof raw);
    parts[0] = raw[0], parts[1] = raw[1];
  } else parts[0] = double(x);
}

}  // namespace detail

/** `digits` significant digits as d.ddde±x; by default enough to distinguish any two values of the format. */
template <class T> std::string to_string(const T &x, int digits = limits<T>::max_digits10) {
  double parts[4] = {0, 0, 0, 0};
  detail::parts_of(x, parts);
  if (parts[0] != parts[0]) return "nan";
  if (!is_finite(parts[0])) return parts[0] < 0 ? "-inf" : "inf";
  detail::big_fixed exact;
  for (double part : parts) exact.add(part, false);
  const bool zero = exact.units.is_zero();
  const std::string sign = exact.negative || (zero && std::signbit(parts[0])) ? "-" : "";
  if (zero) return sign + detail::with_point(std::string(size_t(digits), '0')) + "e+0";
  int e = -detail::big_fixed::fraction_bits;  // m·2^e; an even m only lengthens the digits by zeros
  while (e < 0 && !exact.units.bit(0)) exact.units.shift_right(1), e++;
  for (int i = e; i < 0; i++) exact.units.multiply_add(5, 0);
  const std::string text = exact.units.to_decimal();
  int exponent = int(text.size()) - 1 + e;
  std::string rounded = detail::round_digits(text, size_t(digits));
  if (rounded.size() > size_t(digits)) rounded.pop_back(), exponent++;
  return sign + detail::with_point(rounded) + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

/** The value nearest to a decimal number such as -12.5e-3; NaN where the text does not start with one. */
template <class T> T from_string(const std::string &source) {
  size_t i = source.find_first_not_of(" \t\r\n");
  if (i == std::string::npos) return limits<T>::quiet_NaN();
  const bool negative = source[i] == '-';
  if (negative || source[i] == '+') i++;
  if (source.compare(i, 3, "inf") == 0) return negative ? -limits<T>::infinity() : limits<T>::infinity();
  detail::big_natural digits;
  int power = 0, count = 0;
  bool seen = false, point = false;
  for (; i < source.size(); i++) {
    if (source[i] == '.' && !point) {
      point = true;
      continue;
    }
    if (source[i] < '0' || source[i] > '9') break;
    seen = true;
    digits.multiply_add(10, uint32_t(source[i] - '0'));
    if (digits.is_zero()) digits = detail::big_natural(uint64_t(source[i] - '0'));
    count += !digits.is_zero();
    power -= point;
  }
  if (!seen) return limits<T>::quiet_NaN();
  if (i < source.size() && (source[i] == 'e' || source[i] == 'E')) {
    const long written = std::strtol(source.c_str() + i + 1, nullptr, 10);
    power += int(std::min(100000L, std::max(-100000L, written)));
  }
  detail::big_fixed exact;
  exact.negative = negative;
  if (digits.is_zero() || count + power < -400) return detail::value_of<T>(exact);
  if (count + power > 400) return negative ? -limits<T>::infinity() : limits<T>::infinity();
  for (int k = 0; k < power; k++) digits.multiply_add(10, 0);
  digits.shift_left(detail::big_fixed::fraction_bits);
  if (power < 0) {
    detail::big_natural divisor(1);
    for (int k = 0; k < -power; k++) divisor.multiply_add(10, 0);
    detail::big_natural quotient = detail::divide(digits, divisor);
    if (!digits.is_zero()) quotient.set_bit(0);
    exact.units = quotient;
  } else {
    exact.units = digits;
  }
  return detail::value_of<T>(exact);
}

}  // namespace mx_runtime
