// Error-free transforms on float and double: the rounded result and its exact rounding error.
//
//   two_sum       Knuth, TAOCP vol. 2, §4.2.2; Møller 1965     s = fl(a+b), s + e = a + b, any order of magnitude
//   fast_two_sum  Dekker 1971                                  the same where |a| ≥ |b| or a = 0, in 3 operations
//   two_prod      fma(a, b, −fl(a·b)); without a fused operation Dekker's product over Veltkamp's split
//
// e is exact unless it underflows; then it is the exact error rounded once, with and without fma (src/numerics/
// error-free-transforms.ts computes the same).
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "binary-rounding.h"
#include "rounded-operations.h"

namespace mx_runtime {

template <class T> struct pair_of {
  T head, tail;
};

template <class T> MX_HD pair_of<T> two_sum(T a, T b) {
  const T s = add_rn(a, b);
  const T bb = sub_rn(s, a);
  return {s, add_rn(sub_rn(a, sub_rn(s, bb)), sub_rn(b, bb))};
}

template <class T> MX_HD pair_of<T> fast_two_sum(T a, T b) {
  const T s = add_rn(a, b);
  return {s, sub_rn(b, sub_rn(s, a))};
}

namespace detail {

/** e with p + e = a·b, by the split into 26-bit halves, whose four products are exact. */
MX_HD double product_error_by_split(double a, double b, double p) {
  MX_NO_CONTRACTION
  const double splitter = 134217729.0;  // 2^27 + 1
  const double ta = mul_rn(splitter, a), ah = ta - (ta - a), al = a - ah;
  const double tb = mul_rn(splitter, b), bh = tb - (tb - b), bl = b - bh;
  return mul_rn(ah, bh) - p + mul_rn(ah, bl) + mul_rn(al, bh) + mul_rn(al, bl);
}

/** The error of a product so small that the halves' products would underflow: scale both factors to about 1. */
MX_HD double tiny_product_error(double a, double b, double p) {
  // the error of a subnormal product is at most half the smallest number, and rounds to zero
  if (!(std::fabs(p) >= 0x1p-1022) || std::fabs(p) > 1.0) return 0.0;
  int ka, kb;
  const double sa = std::frexp(a, &ka), sb = std::frexp(b, &kb);
  return std::ldexp(product_error_by_split(sa, sb, mul_rn(sa, sb)), ka + kb);
}

MX_HD double product_error_without_fma(double a, double b, double p) {
  const double size = std::fabs(p);
  if (MX_UNLIKELY(!(size > 0x1p-900 && size < HUGE_VAL))) return tiny_product_error(a, b, p);
  // a split rounds its upper half up: neither it nor the product of two such halves may overflow
  if (MX_UNLIKELY(std::fabs(b) > 0x1p970)) return product_error_by_split(a, b * 0x1p-60, p * 0x1p-60) * 0x1p60;
  if (MX_UNLIKELY(std::fabs(a) > 0x1p970 || size > 0x1p1020))
    return product_error_by_split(a * 0x1p-60, b, p * 0x1p-60) * 0x1p60;
  return product_error_by_split(a, b, p);
}

}  // namespace detail

MX_HD pair_of<double> two_prod(double a, double b) {
  const double p = mul_rn(a, b);
#if MX_FAST_FMA
  return {p, fma_rn(a, b, -p)};
#else
  return {p, detail::product_error_without_fma(a, b, p)};
#endif
}

MX_HD pair_of<float> two_prod(float a, float b) {
#if MX_FAST_FMA
  const float p = mul_rn(a, b);
  return {p, fma_rn(a, b, -p)};
#else
  // the product of two 24-bit numbers has 48 bits: a double holds it, and its rounding error
  const double exact = double(a) * double(b);
  const float p = float(exact);
  return {p, float(exact - double(p))};
#endif
}

/** a·b + c rounded once, on every machine with the same result. */
MX_HD float fused(float a, float b, float c) {
#if MX_FAST_FMA
  return fma_rn(a, b, c);
#else
  const pair_of<double> s = two_sum(double(a) * double(b), double(c));
  return float(round_to_odd(s.head, s.tail));
#endif
}

/** An integer as an error-free pair of doubles: 64 bits do not fit one. */
template <class I> MX_HD pair_of<double> pair_of_integer(I x) {
  static_assert(std::is_integral<I>::value && sizeof(I) <= 8, "an integer of at most 64 bits");
  if (sizeof(I) <= 4) return {double(x), 0.0};
  const bool negative = x < I(0);
  const uint64_t magnitude = negative ? uint64_t(0) - uint64_t(x) : uint64_t(x);
  const pair_of<double> s = fast_two_sum(double(uint32_t(magnitude >> 32)) * 0x1p32, double(uint32_t(magnitude)));
  return negative ? pair_of<double>{-s.head, -s.tail} : s;
}

}  // namespace mx_runtime
