// Common parts of fp16 and bf16 without a compiler type: arithmetic through double, rounded once.
//
// Why computing in double and rounding to p bits is exactly the IEEE operation of p bits: for + − × ÷ √ double rounding is
// innocuous when the intermediate format has at least 2p+2 bits (Figueroa, "When is double rounding innocuous?", SIGNUM 1995), and
// 53 ≥ 2·11+2 for fp16, 53 ≥ 2·8+2 for bf16, with exponents to spare. A fused multiply-add needs more: the product of two
// p-bit numbers is exact in a double, its sum with c is taken as an error-free pair and rounded to odd before the one
// rounding to p bits. Conversions from float and double round once, directly from the 53 bits.
//
// The names and the implicit conversions are CUDA's: from every arithmetic type, and to float. CUDA leaves `h * 2.0f`
// ambiguous; mixed-operators.h gives it the meaning the other formats have. `h += f` stays CUDA's: f becomes a half first.
#pragma once

#include <type_traits>

#include "binary-rounding.h"
#include "error-free-transforms.h"

namespace mx_runtime {

/** H provides `static H round(double)` and `operator float() const`. */
template <class H> struct narrow_number {
  /** The NaN that every operation and conversion of a GPU returns for any NaN operand; a CPU's NaN may have a sign. */
  static H one_nan() { return H::from_bits(0x7fff); }
  friend H operator+(const H &a, const H &b) { return H::round(double(float(a)) + double(float(b))); }
  friend H operator-(const H &a, const H &b) { return H::round(double(float(a)) - double(float(b))); }
  friend H operator*(const H &a, const H &b) { return H::round(double(float(a)) * double(float(b))); }
  friend H operator/(const H &a, const H &b) { return H::round(double(float(a)) / double(float(b))); }
  friend H operator-(const H &a) { return float(a) != float(a) ? one_nan() : H::from_bits(static_cast<unsigned short>(a.bits() ^ 0x8000)); }
  friend H operator+(const H &a) { return a; }
  friend H &operator+=(H &a, const H &b) { return a = a + b; }
  friend H &operator-=(H &a, const H &b) { return a = a - b; }
  friend H &operator*=(H &a, const H &b) { return a = a * b; }
  friend H &operator/=(H &a, const H &b) { return a = a / b; }
  friend H &operator++(H &a) { return a = a + H(1.0f); }
  friend H &operator--(H &a) { return a = a - H(1.0f); }
  friend H operator++(H &a, int) { H before = a; ++a; return before; }
  friend H operator--(H &a, int) { H before = a; --a; return before; }
  friend bool operator==(const H &a, const H &b) { return float(a) == float(b); }
  friend bool operator!=(const H &a, const H &b) { return float(a) != float(b); }
  friend bool operator<(const H &a, const H &b) { return float(a) < float(b); }
  friend bool operator<=(const H &a, const H &b) { return float(a) <= float(b); }
  friend bool operator>(const H &a, const H &b) { return float(a) > float(b); }
  friend bool operator>=(const H &a, const H &b) { return float(a) >= float(b); }
};

}  // namespace mx_runtime
