// fp8e4m3 and fp8e5m2: CUDA's __nv_fp8_e4m3 and __nv_fp8_e5m2, which store and convert and do not compute. 1 sign bit; e4m3: 4 exponent bits
// and 3 fraction bits, p = 4, exponents −6…8, largest 448, no infinities, one NaN (0x7f, 0xff); e5m2: 5 and 2, p = 3, exponents −14…15,
// largest 57344. As CUDA's constructors do, a conversion rounds once to nearest, ties to even, and saturates at the largest number.
#pragma once

#include <type_traits>

#include "bf16.h"
#include "binary-rounding.h"
#include "fp16.h"

#if !MX_SOFTWARE_FP16
#include <cuda_fp8.h>
#else

namespace mx_runtime {

/** F provides `static unsigned char bits_of(double)` of a finite number within its range, and `static double value_of(unsigned)` of a magnitude. */
template <class F> struct stored_byte {
  unsigned char __x;

  stored_byte() = default;
  explicit stored_byte(double x) : __x(encode(x)) {}
  explicit stored_byte(float x) : __x(encode(double(x))) {}
  explicit stored_byte(::__half x) : __x(encode(double(float(x)))) {}
  explicit stored_byte(::__nv_bfloat16 x) : __x(encode(double(float(x)))) {}
  // through float, like CUDA: numbers that float rounds are too large for the format
  template <class I, class = typename std::enable_if<std::is_integral<I>::value>::type>
  explicit stored_byte(I x) : __x(encode(double(float(x)))) {}

  explicit operator double() const { return decode(__x); }
  explicit operator float() const { return float(decode(__x)); }
  explicit operator ::__half() const { return ::__half(float(decode(__x))); }
  explicit operator ::__nv_bfloat16() const { return ::__nv_bfloat16(float(decode(__x))); }
  explicit operator bool() const { return (__x & 0x7fu) != 0; }
  template <class I, class = typename std::enable_if<std::is_integral<I>::value && !std::is_same<I, bool>::value>::type>
  explicit operator I() const { return I(float(decode(__x))); }

  static unsigned char encode(double x) {
    if (x != x) return 0x7f;
    double rounded = round_to_bits<F::significand_bits, F::exponent_min, F::exponent_max>(x);
    const unsigned sign = unsigned(detail::bits_of_double(rounded) >> 56) & 0x80u;
    rounded = std::fabs(rounded);
    return static_cast<unsigned char>(sign | F::bits_of(rounded > F::largest ? F::largest : rounded));
  }
  static double decode(unsigned char bits) {
    const double magnitude = F::value_of(bits & 0x7fu);
    return bits & 0x80u ? -magnitude : magnitude;
  }
};

namespace detail {

/** A pattern as a double puts it: exponent and fraction side by side, the exponent by 1023 instead of `bias`. */
template <int p, int bias> unsigned pattern_of(double magnitude) {
  if (magnitude < double_of_bits(uint64_t(1023 + 1 - bias) << 52))
    return unsigned(magnitude * double_of_bits(uint64_t(1023 + bias + p - 2) << 52));  // subnormal
  return unsigned(bits_of_double(magnitude) >> (53 - p)) - (unsigned(1023 - bias) << (p - 1));
}

template <int p, int bias> double magnitude_of(unsigned pattern) {
  const unsigned exponent = pattern >> (p - 1);
  if (exponent == 0) return double(pattern) * double_of_bits(uint64_t(1023 + 2 - bias - p) << 52);
  return double_of_bits(uint64_t(pattern + (unsigned(1023 - bias) << (p - 1))) << (53 - p));
}

}  // namespace detail

struct e4m3_bits {
  static constexpr int significand_bits = 4, exponent_min = -6, exponent_max = 8;
  static constexpr double largest = 448;
  static unsigned bits_of(double magnitude) { return detail::pattern_of<4, 7>(magnitude); }
  static double value_of(unsigned pattern) { return pattern == 0x7f ? NAN : detail::magnitude_of<4, 7>(pattern); }
};

struct e5m2_bits {
  static constexpr int significand_bits = 3, exponent_min = -14, exponent_max = 15;
  static constexpr double largest = 57344;
  static unsigned bits_of(double magnitude) { return detail::pattern_of<3, 15>(magnitude); }
  static double value_of(unsigned pattern) {
    return pattern > 0x7c ? NAN : pattern == 0x7c ? HUGE_VAL : detail::magnitude_of<3, 15>(pattern);
  }
};

}  // namespace mx_runtime

struct __nv_fp8_e4m3 : mx_runtime::stored_byte<mx_runtime::e4m3_bits> {
  using stored_byte::stored_byte;
  __nv_fp8_e4m3() = default;
};
struct __nv_fp8_e5m2 : mx_runtime::stored_byte<mx_runtime::e5m2_bits> {
  using stored_byte::stored_byte;
  __nv_fp8_e5m2() = default;
};
#endif

namespace mx_runtime {

using fp8e4m3 = ::__nv_fp8_e4m3;
using fp8e5m2 = ::__nv_fp8_e5m2;

}  // namespace mx_runtime
