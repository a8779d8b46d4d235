// Conversions whose names hold the narrow format's: __float2half_rz, __half2int_rd, __int2bfloat16_ru, …
#pragma once
#include "arithmetic-intrinsics.h"

namespace mx_runtime::port {

/** x rounded to S in a direction: the nearest, or its neighbour. */
template <direction d, class S> S narrowed(double x) {
  const S nearest = S(x);
  if (d == direction::nearest || x != x || double(float(nearest)) == x) return nearest;
  const bool down = d == direction::down || (d == direction::zero && x > 0);
  if (down ? double(float(nearest)) < x : double(float(nearest)) > x) return nearest;
  const unsigned short bits = mx_runtime::bits_of(nearest);
  const bool towards_zero = down == (x > 0);
  if ((bits & 0x7fff) == 0) return S::from_bits((unsigned short)((down ? 0x8000 : 0) | 1));
  return S::from_bits((unsigned short)(towards_zero ? bits - 1 : bits + 1));
}
/** An integer to S in a direction: through the double next to it in that direction, which loses nothing S could keep. */
template <direction d, class S, class I> S narrowed_integer(I x) { return narrowed<d, S>(from_integer<d, double>(x)); }

}  // namespace mx_runtime::port

#define NARROW_INTEGER(S, word, name, I)                                                                                        \
  inline I __##word##2##name##_rn(const S x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::nearest, I>(float(x)); }        \
  inline I __##word##2##name##_rz(const S x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::zero, I>(float(x)); }           \
  inline I __##word##2##name##_rd(const S x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::down, I>(float(x)); }           \
  inline I __##word##2##name##_ru(const S x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::up, I>(float(x)); }             \
  inline S __##name##2##word##_rn(const I x) { return S(x); }                                                                   \
  inline S __##name##2##word##_rz(const I x) { return mx_runtime::port::narrowed_integer<mx_runtime::port::direction::zero, S>(x); }            \
  inline S __##name##2##word##_rd(const I x) { return mx_runtime::port::narrowed_integer<mx_runtime::port::direction::down, S>(x); }            \
  inline S __##name##2##word##_ru(const I x) { return mx_runtime::port::narrowed_integer<mx_runtime::port::direction::up, S>(x); }
#define NARROW_CONVERSIONS(S, P, word)                                                                                          \
  NARROW_INTEGER(S, word, short, short) NARROW_INTEGER(S, word, ushort, unsigned short)                                         \
  NARROW_INTEGER(S, word, int, int) NARROW_INTEGER(S, word, uint, unsigned)                                                     \
  NARROW_INTEGER(S, word, ll, long long) NARROW_INTEGER(S, word, ull, unsigned long long)                                       \
  inline signed char __##word##2char_rz(const S x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::zero, signed char>(float(x)); }       \
  inline unsigned char __##word##2uchar_rz(const S x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::zero, unsigned char>(float(x)); }  \
  inline S __double2##word(const double x) { return S(x); }                                                                     \
  inline S __float2##word(const float x) { return S(x); }                                                                       \
  inline S __float2##word##_rn(const float x) { return S(x); }                                                                  \
  inline S __float2##word##_rz(const float x) { return mx_runtime::port::narrowed<mx_runtime::port::direction::zero, S>(x); }                 \
  inline S __float2##word##_rd(const float x) { return mx_runtime::port::narrowed<mx_runtime::port::direction::down, S>(x); }                 \
  inline S __float2##word##_ru(const float x) { return mx_runtime::port::narrowed<mx_runtime::port::direction::up, S>(x); }                   \
  inline float __##word##2float(const S x) { return float(x); }                                                                 \
  inline P __float2##word##2_rn(const float x) { return make_pair_of(S(x), S(x)); }                                             \
  inline P __floats2##word##2_rn(const float a, const float b) { return make_pair_of(S(a), S(b)); }                             \
  inline P __float22##word##2_rn(const float2 v) { return make_pair_of(S(v.x), S(v.y)); }                                       \
  inline float2 __##word##22float2(const P p) { return {float(p.x), float(p.y)}; }                                              \
  inline P make_##word##2(const S x, const S y) { return make_pair_of(x, y); }                                                  \
  inline P __##word##2##word##2(const S x) { return make_pair_of(x, x); }                                                       \
  inline P __halves2##word##2(const S a, const S b) { return make_pair_of(a, b); }                                              \
  inline P __lows2##word##2(const P a, const P b) { return make_pair_of(a.x, b.x); }                                            \
  inline P __highs2##word##2(const P a, const P b) { return make_pair_of(a.y, b.y); }                                           \
  inline S __low2##word(const P p) { return p.x; }                                                                              \
  inline S __high2##word(const P p) { return p.y; }                                                                             \
  inline P __low2##word##2(const P p) { return make_pair_of(p.x, p.x); }                                                        \
  inline P __high2##word##2(const P p) { return make_pair_of(p.y, p.y); }                                                       \
  inline short __##word##_as_short(const S x) { return short(mx_runtime::bits_of(x)); }                                                 \
  inline unsigned short __##word##_as_ushort(const S x) { return mx_runtime::bits_of(x); }                                              \
  inline S __short_as_##word(const short x) { return S::from_bits((unsigned short)x); }                                         \
  inline S __ushort_as_##word(const unsigned short x) { return S::from_bits(x); }
