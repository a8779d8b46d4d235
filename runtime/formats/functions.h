// The functions every format has beside its operators: abs, min, max, floor, ceil, trunc, sqrt, fma. min and max are C's fmin
// and fmax: of a NaN and a number, the number.
#pragma once

#include "mixed-operators.h"

namespace mx_runtime {

// float and double, so that generic code can write mx_runtime::sqrt for any format
#define MX_MACHINE(T)                                                           \
  MX_HD T abs(T x) { return std::fabs(x); }                                     \
  MX_HD T floor(T x) { return std::floor(x); }                                  \
  MX_HD T ceil(T x) { return std::ceil(x); }                                    \
  MX_HD T trunc(T x) { return std::trunc(x); }                                  \
  MX_HD T sqrt(T x) { return sqrt_rn(x); }                                      \
  MX_HD T fma(T x, T y, T z) { return fma_rn(x, y, z); }
MX_MACHINE(float)
MX_MACHINE(double)
#undef MX_MACHINE

#ifndef MX_WIDE_ONLY
/** fp16 and bf16: a root of 24 bits rounded to p is the root of p bits (24 ≥ 2·11+2); the others are exact. */
template <class H> constexpr bool narrow_only = is_narrow<H>;
template <class H, std::enable_if_t<narrow_only<H>, int> = 0> MX_HD H sqrt(H x) { return convert<H>(sqrt_rn(float(x))); }
template <class H, std::enable_if_t<narrow_only<H>, int> = 0> MX_HD H abs(H x) { return convert<H>(std::fabs(float(x))); }
template <class H, std::enable_if_t<narrow_only<H>, int> = 0> MX_HD H floor(H x) { return convert<H>(std::floor(float(x))); }
template <class H, std::enable_if_t<narrow_only<H>, int> = 0> MX_HD H ceil(H x) { return convert<H>(std::ceil(float(x))); }
template <class H, std::enable_if_t<narrow_only<H>, int> = 0> MX_HD H trunc(H x) { return convert<H>(std::trunc(float(x))); }
#endif  // MX_WIDE_ONLY

template <class T> MX_HD T head_of(double_word<T> x) { return x.hi; }
#ifndef MX_WIDE_ONLY
template <class T> MX_HD T head_of(composite<T> x) { return machine_number(x); }
#endif  // MX_WIDE_ONLY
MX_HD double head_of(const fp64x4 &x) { return x.part[0]; }

template <class W> constexpr bool multi_part_only = is_multi_part<W>;
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W abs(const W &x) {
  return std::signbit(head_of(x)) ? -x : x;
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W floor(const W &x) {
  return round_parts(x, [](auto part) { return std::floor(part); });
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W ceil(const W &x) {
  return round_parts(x, [](auto part) { return std::ceil(part); });
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W trunc(const W &x) {
  return std::signbit(head_of(x)) ? ceil(x) : floor(x);
}
/** The product rounded to the format, then the sum: multi-word formats have no fused operation. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W fma(const W &x, const W &y, const W &z) {
  return x * y + z;
}

template <class A, class B> using meeting_of_formats =
    std::enable_if_t<is_operand<A> && is_operand<B> && (is_format<A> || is_format<B>), meet_t<A, B>>;
template <class A, class B> MX_HD meeting_of_formats<A, B> min(const A &a, const B &b) {
  const meet_t<A, B> x = convert<meet_t<A, B>>(a), y = convert<meet_t<A, B>>(b);
  return x < y || y != y ? x : y;
}
template <class A, class B> MX_HD meeting_of_formats<A, B> max(const A &a, const B &b) {
  const meet_t<A, B> x = convert<meet_t<A, B>>(a), y = convert<meet_t<A, B>>(b);
  return x > y || y != y ? x : y;
}

// C's names, for code that calls them unqualified on a multi-part value
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W fabs(const W &x) { return abs(x); }
template <class A, class B, std::enable_if_t<is_multi_part<A> || is_multi_part<B>, int> = 0>
MX_HD meeting_of_formats<A, B> fmin(const A &a, const B &b) { return min(a, b); }
template <class A, class B, std::enable_if_t<is_multi_part<A> || is_multi_part<B>, int> = 0>
MX_HD meeting_of_formats<A, B> fmax(const A &a, const B &b) { return max(a, b); }
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD bool isnan(const W &x) { return x != x; }
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD bool isfinite(const W &x) { return is_finite(head_of(x)); }
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD bool isinf(const W &x) {
  return !is_finite(head_of(x)) && x == x;
}

}  // namespace mx_runtime
