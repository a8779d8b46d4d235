// Bits, integer products, and several small integers in a word.
#pragma once
#include "../vector_types.h"

inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(unsigned(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned long long __brevll(unsigned long long x) {
  unsigned long long reversed = 0;
  for (int k = 0; k < 64; k++, x >>= 1) reversed = reversed << 1 | (x & 1);
  return reversed;
}
inline unsigned __brev(unsigned x) { return unsigned(__brevll(x) >> 32); }
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned result = 0;
  for (int k = 0; k < 4; k++) {
    const unsigned pick = selector >> 4 * k & 7;
    result |= (unsigned(bytes >> 8 * pick) & 255) << 8 * k;
  }
  return result;
}
/** The offset-th set bit from `base` upwards (downwards if negative), or 0xffffffff. */
inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1 ? base : ~0u;
  for (int at = int(base), step = offset > 0 ? 1 : -1; at >= 0 && at < 32; at += step)
    if (mask >> at & 1 && (offset -= step) == 0) return unsigned(at);
  return ~0u;
}
inline int __hadd(int a, int b) { return int((long long)a + b >> 1); }
inline int __rhadd(int a, int b) { return int((long long)a + b + 1 >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return unsigned((unsigned long long)a + b >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) { return unsigned((unsigned long long)a + b + 1 >> 1); }
inline int __mul24(int a, int b) { return int(unsigned(int(unsigned(a) << 8) >> 8) * unsigned(int(unsigned(b) << 8) >> 8)); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
inline int __mulhi(int a, int b) { return int((long long)a * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return unsigned((unsigned long long)a * b >> 32); }
inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
inline int mulhi(int a, int b) { return __mulhi(a, b); }
inline unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
inline unsigned umulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
inline long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
inline unsigned long long umul64hi(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }
inline int mul24(int a, int b) { return __mul24(a, b); }
inline unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
inline unsigned __sad(int a, int b, unsigned c) { return (a < b ? unsigned(b) - unsigned(a) : unsigned(a) - unsigned(b)) + c; }
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return unsigned(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return unsigned(((unsigned long long)high << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

namespace mx_runtime::port {

/** One lane of a word, sign- or zero-extended; and a word made lane by lane. */
template <int bits, bool is_signed> int lane_of(unsigned word, int k) {
  const unsigned lane = word >> bits * k & ((1u << bits) - 1);
  return is_signed && lane >> (bits - 1) ? int(lane) - (1 << bits) : int(lane);
}
template <int bits, bool is_signed, class F> unsigned by_lanes(unsigned a, unsigned b, const F &f) {
  unsigned word = 0;
  for (int k = 0; k < 32 / bits; k++)
    word |= (unsigned(f(lane_of<bits, is_signed>(a, k), lane_of<bits, is_signed>(b, k))) & ((1u << bits) - 1)) << bits * k;
  return word;
}
template <int bits> int saturate_signed(int x) {
  return x < -(1 << (bits - 1)) ? -(1 << (bits - 1)) : x > (1 << (bits - 1)) - 1 ? (1 << (bits - 1)) - 1 : x;
}
template <int bits> int saturate_unsigned(int x) { return x < 0 ? 0 : x > (1 << bits) - 1 ? (1 << bits) - 1 : x; }

}  // namespace mx_runtime::port

#define WORD(name, s, expression)                                                                                          \
  inline unsigned name##2(unsigned a, unsigned b) { constexpr int bits = 16; (void)bits; return mx_runtime::port::by_lanes<16, s>(a, b, [](int x, int y) { (void)y; return expression; }); } \
  inline unsigned name##4(unsigned a, unsigned b) { constexpr int bits = 8; (void)bits; return mx_runtime::port::by_lanes<8, s>(a, b, [](int x, int y) { (void)y; return expression; }); }
#define WORD_OF_ONE(name, expression)                                                                                      \
  inline unsigned name##2(unsigned a) { constexpr int bits = 16; (void)bits; return mx_runtime::port::by_lanes<16, true>(a, 0, [](int x, int) { return expression; }); } \
  inline unsigned name##4(unsigned a) { constexpr int bits = 8; (void)bits; return mx_runtime::port::by_lanes<8, true>(a, 0, [](int x, int) { return expression; }); }
WORD_OF_ONE(__vabs, x < 0 ? -x : x)
WORD_OF_ONE(__vabsss, mx_runtime::port::saturate_signed<bits>(x < 0 ? -x : x))
WORD_OF_ONE(__vneg, -x)
WORD_OF_ONE(__vnegss, mx_runtime::port::saturate_signed<bits>(-x))
WORD(__vadd, false, x + y)
WORD(__vaddss, true, mx_runtime::port::saturate_signed<bits>(x + y))
WORD(__vaddus, false, mx_runtime::port::saturate_unsigned<bits>(x + y))
WORD(__vsub, false, x - y)
WORD(__vsubss, true, mx_runtime::port::saturate_signed<bits>(x - y))
WORD(__vsubus, false, mx_runtime::port::saturate_unsigned<bits>(x - y))
WORD(__vavgs, true, (x + y + (x + y >= 0)) >> 1)
WORD(__vavgu, false, (x + y + 1) >> 1)
WORD(__vhaddu, false, (x + y) >> 1)
WORD(__vabsdiffs, true, x < y ? y - x : x - y)
WORD(__vabsdiffu, false, x < y ? y - x : x - y)
WORD(__vmaxs, true, x < y ? y : x)
WORD(__vmaxu, false, x < y ? y : x)
WORD(__vmins, true, y < x ? y : x)
WORD(__vminu, false, y < x ? y : x)
#define COMPARISON(relation, s, op) WORD(__vcmp##relation, s, x op y ? -1 : 0) WORD(__vset##relation, s, x op y ? 1 : 0)
COMPARISON(eq, false, ==) COMPARISON(ne, false, !=)
COMPARISON(ges, true, >=) COMPARISON(geu, false, >=) COMPARISON(gts, true, >) COMPARISON(gtu, false, >)
COMPARISON(les, true, <=) COMPARISON(leu, false, <=) COMPARISON(lts, true, <) COMPARISON(ltu, false, <)
#undef COMPARISON
#undef WORD
#undef WORD_OF_ONE
namespace mx_runtime::port {
template <int bits, bool s> unsigned sum_of_differences(unsigned a, unsigned b) {
  unsigned total = 0;
  for (int k = 0; k < 32 / bits; k++) {
    const int x = lane_of<bits, s>(a, k), y = lane_of<bits, s>(b, k);
    total += unsigned(x < y ? y - x : x - y);
  }
  return total;
}
template <bool s, class T> T dot_of_bytes(unsigned a, unsigned b, T c) {
  for (int k = 0; k < 4; k++) c += T(lane_of<8, s>(a, k) * lane_of<8, s>(b, k));
  return c;
}
template <bool s, class T> T dot_of_pairs(unsigned a, unsigned b, T c, int first) {
  for (int k = 0; k < 2; k++) c += T(lane_of<16, s>(a, k) * lane_of<8, s>(b, first + k));
  return c;
}
}  // namespace mx_runtime::port
inline unsigned __vsads2(unsigned a, unsigned b) { return mx_runtime::port::sum_of_differences<16, true>(a, b); }
inline unsigned __vsads4(unsigned a, unsigned b) { return mx_runtime::port::sum_of_differences<8, true>(a, b); }
inline unsigned __vsadu2(unsigned a, unsigned b) { return mx_runtime::port::sum_of_differences<16, false>(a, b); }
inline unsigned __vsadu4(unsigned a, unsigned b) { return mx_runtime::port::sum_of_differences<8, false>(a, b); }
inline int __dp4a(int a, int b, int c) { return mx_runtime::port::dot_of_bytes<true>(unsigned(a), unsigned(b), c); }
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return mx_runtime::port::dot_of_bytes<false>(a, b, c); }
inline int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return c + unsigned(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w); }
inline int __dp2a_lo(int a, int b, int c) { return mx_runtime::port::dot_of_pairs<true>(unsigned(a), unsigned(b), c, 0); }
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) { return mx_runtime::port::dot_of_pairs<false>(a, b, c, 0); }
inline int __dp2a_hi(int a, int b, int c) { return mx_runtime::port::dot_of_pairs<true>(unsigned(a), unsigned(b), c, 2); }
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return mx_runtime::port::dot_of_pairs<false>(a, b, c, 2); }
