// mx_runtime::limits<T>: for every format what std::numeric_limits has for the machine formats, usable on a device; and
// std::numeric_limits for the multi-part formats.
//
// epsilon = 2^(1−p). max is the largest value the format holds; min the smallest positive one with a full-range head (for
// several parts, values below full_precision_min hold fewer than p bits, because the last part underflows).
#pragma once

#include <limits>

#include "functions.h"

namespace mx_runtime {

template <class T> struct limits {
  using traits = format_traits<T>;
  using part = typename traits::part;
  static constexpr int digits = traits::significand_bits;
  static constexpr int digits10 = int((digits - 1) * 0.30102999566398119521);
  static constexpr int max_digits10 = int(digits * 0.30102999566398119521 + 2);
  static constexpr int min_exponent = traits::exponent_min + 1;  // C's convention: fractions in [0.5, 1)
  static constexpr int max_exponent = traits::exponent_max + 1;

  static MX_HD T epsilon() { return convert<T>(std::ldexp(1.0, 1 - digits)); }
  static MX_HD T min() { return convert<T>(std::ldexp(1.0, traits::exponent_min)); }
  static MX_HD T denorm_min() { return convert<T>(std::ldexp(1.0, traits::exponent_min + 1 - part_digits())); }
  static MX_HD T full_precision_min() {
    return convert<T>(std::ldexp(1.0, traits::exponent_min + (traits::parts - 1) * part_digits()));
  }
  static MX_HD T infinity() { return convert<T>(HUGE_VAL); }
  static MX_HD T quiet_NaN() { return convert<T>(double(NAN)); }
  static MX_HD T lowest() { return -max(); }

  /** (2 − 2^(1−p))·2^emax for one part; each further part just under half an ulp of the one before. */
  static MX_HD T max() {
    const double largest = (2.0 - std::ldexp(1.0, 1 - part_digits())) * std::ldexp(1.0, traits::exponent_max);
    const double step = std::ldexp(1.0, -part_digits() - 1);
    if constexpr (traits::parts == 1) return convert<T>(largest);
    else if constexpr (traits::parts == 2) return T(part(largest), part(largest * step));
    else return T(largest, largest * step, largest * step * step, largest * step * step * step);
  }

 private:
  static MX_HD constexpr int part_digits() { return format_traits<part>::significand_bits; }
};

namespace detail {

template <class W> struct standard_limits : limits<W> {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, is_iec559 = false, is_bounded = true;
  static constexpr int radix = 2;
};

}  // namespace detail
}  // namespace mx_runtime

namespace std {

template <class T> struct numeric_limits<mx_runtime::double_word<T>> : mx_runtime::detail::standard_limits<mx_runtime::double_word<T>> {};
#ifndef MX_WIDE_ONLY
template <class T> struct numeric_limits<mx_runtime::composite<T>> : mx_runtime::detail::standard_limits<mx_runtime::composite<T>> {};
#endif  // MX_WIDE_ONLY
template <> struct numeric_limits<mx_runtime::fp64x4> : mx_runtime::detail::standard_limits<mx_runtime::fp64x4> {};

}  // namespace std
