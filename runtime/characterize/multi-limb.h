// multi_limb<N>: numbers of a fixed length of N·32 bits, for CPUs and GPUs, in place of GMP and CUMP in the studies.
//
//   value = sign · 0.b₁b₂b₃… · 2^exponent, b₁ = 1; the bits lie in N limbs of 32, most significant last
//
// +, −, × and ÷ are correctly rounded (to nearest, ties to even): operands are aligned in one limb more than the result has, what falls off
// below is kept as a set lowest bit, and one rounding follows. The exponent has 32 bits and is not watched: nothing overflows that
// benchmarks compute. There are no infinities. Limbs are moved by powers of two, each move under a condition, so that no limb is
// addressed by a number known only at run time, which would put all of them into a GPU's memory.
#pragma once

#include <cstdint>

#include "../formats/formats.h"

namespace mx_characterize {

template <int N> struct multi_limb {
  int32_t sign, exponent;  // sign: −1, 0 or 1
  uint32_t limb[N];

  static MX_HD multi_limb zero() {
    multi_limb x;
    x.sign = x.exponent = 0;
    MX_UNROLL
    for (int i = 0; i < N; i++) x.limb[i] = 0;
    return x;
  }
};

using limbs32 = multi_limb<1>;
using limbs64 = multi_limb<2>;
using limbs128 = multi_limb<4>;
using limbs256 = multi_limb<8>;

namespace limbs {

/** Moves all limbs down by `by` bits; any bit lost below leaves the lowest set. */
template <int M> MX_HD void shift_down(uint32_t (&word)[M], uint32_t by) {
  uint32_t lost = 0;
  if (by >= 32u * M) {
    MX_UNROLL
    for (int i = 0; i < M; i++) {
      lost |= word[i];
      word[i] = 0;
    }
    word[0] = lost != 0;
    return;
  }
  MX_UNROLL
  for (int step = 8; step > 0; step /= 2) {
    if (!(by >> 5 & uint32_t(step))) continue;
    MX_UNROLL
    for (int i = 0; i < M; i++) {
      if (i < step) lost |= word[i];
      word[i] = i + step < M ? word[i + step] : 0;
    }
  }
  const uint32_t bits = by & 31;
  if (bits != 0) {
    lost |= word[0] << (32 - bits);
    MX_UNROLL
    for (int i = 0; i < M; i++) word[i] = word[i] >> bits | (i + 1 < M ? word[i + 1] << (32 - bits) : 0);
  }
  word[0] |= lost != 0;
}

MX_HD int leading_zeros(uint32_t x) {
#if MX_ON_DEVICE
  return __clz(int(x));
#else
  return x == 0 ? 32 : __builtin_clz(x);
#endif
}

/** Moves all limbs up until the highest bit is set; how many bits that were. Not for zero. */
template <int M> MX_HD int shift_to_top(uint32_t (&word)[M]) {
  int moved = 0;
  MX_UNROLL
  for (int step = 8; step > 0; step /= 2) {
    if (step >= M) continue;
    uint32_t upper = 0;
    MX_UNROLL
    for (int i = 0; i < M; i++) upper |= i >= M - step ? word[i] : 0;
    if (upper != 0) continue;
    MX_UNROLL
    for (int i = M - 1; i >= 0; i--) word[i] = i >= step ? word[i - step] : 0;
    moved += 32 * step;
  }
  const int bits = leading_zeros(word[M - 1]);
  if (bits > 0 && bits < 32) {
    MX_UNROLL
    for (int i = M - 1; i >= 0; i--) word[i] = word[i] << bits | (i > 0 ? word[i - 1] >> (32 - bits) : 0);
  }
  return moved + bits;
}

/** N + 1 limbs, the highest bit set, to N. */
template <int N> MX_HD multi_limb<N> rounded(int32_t sign, int32_t exponent, const uint32_t (&word)[N + 1]) {
  multi_limb<N> z;
  const uint32_t half = 0x80000000u;
  uint32_t carry = word[0] > half || (word[0] == half && (word[1] & 1u)) ? 1u : 0u;
  MX_UNROLL
  for (int i = 0; i < N; i++) {
    z.limb[i] = word[i + 1] + carry;
    carry = carry && z.limb[i] == 0 ? 1u : 0u;
  }
  if (carry) z.limb[N - 1] = half;
  z.sign = sign;
  z.exponent = exponent + int32_t(carry);
  return z;
}

template <int N> MX_HD bool is_larger(const multi_limb<N> &x, const multi_limb<N> &y) {
  if (x.exponent != y.exponent) return x.exponent > y.exponent;
  bool larger = false;
  MX_UNROLL
  for (int i = 0; i < N; i++)
    if (x.limb[i] != y.limb[i]) larger = x.limb[i] > y.limb[i];
  return larger;
}

}  // namespace limbs

template <int N> MX_HD multi_limb<N> operator-(multi_limb<N> x) {
  x.sign = -x.sign;
  return x;
}

template <int N> MX_HD multi_limb<N> operator+(const multi_limb<N> &x, const multi_limb<N> &y) {
  if (x.sign == 0) return y;
  if (y.sign == 0) return x;
  const bool swapped = limbs::is_larger(y, x);
  // limb by limb: a choice between two numbers would be one between two places in memory
  uint32_t a[N + 1], b[N + 1];
  a[0] = b[0] = 0;
  MX_UNROLL
  for (int i = 0; i < N; i++) {
    a[i + 1] = swapped ? y.limb[i] : x.limb[i];
    b[i + 1] = swapped ? x.limb[i] : y.limb[i];
  }
  const int32_t sign = swapped ? y.sign : x.sign;
  int32_t exponent = swapped ? y.exponent : x.exponent;
  limbs::shift_down(b, uint32_t(exponent) - uint32_t(swapped ? x.exponent : y.exponent));
  if (x.sign == y.sign) {
    uint64_t carry = 0;
    MX_UNROLL
    for (int i = 0; i <= N; i++) {
      carry += uint64_t(a[i]) + b[i];
      a[i] = uint32_t(carry);
      carry >>= 32;
    }
    if (carry) {
      limbs::shift_down(a, 1);
      a[N] |= 0x80000000u;
      exponent += 1;
    }
    return limbs::rounded<N>(sign, exponent, a);
  }
  uint32_t borrow = 0, any = 0;
  MX_UNROLL
  for (int i = 0; i <= N; i++) {
    const uint64_t difference = uint64_t(a[i]) - b[i] - borrow;
    a[i] = uint32_t(difference);
    borrow = uint32_t(difference >> 63);
    any |= a[i];
  }
  if (any == 0) return multi_limb<N>::zero();
  exponent -= limbs::shift_to_top(a);
  return limbs::rounded<N>(sign, exponent, a);
}

template <int N> MX_HD multi_limb<N> operator-(const multi_limb<N> &x, const multi_limb<N> &y) { return x + -y; }

template <int N> MX_HD multi_limb<N> operator*(const multi_limb<N> &x, const multi_limb<N> &y) {
  if (x.sign == 0 || y.sign == 0) return multi_limb<N>::zero();
  uint32_t product[2 * N];
  MX_UNROLL
  for (int i = 0; i < 2 * N; i++) product[i] = 0;
  MX_UNROLL
  for (int i = 0; i < N; i++) {
    uint64_t carry = 0;
    MX_UNROLL
    for (int j = 0; j < N; j++) {
      carry += uint64_t(x.limb[i]) * y.limb[j] + product[i + j];
      product[i + j] = uint32_t(carry);
      carry >>= 32;
    }
    product[i + N] = uint32_t(carry);
  }
  int32_t exponent = x.exponent + y.exponent;
  if (!(product[2 * N - 1] & 0x80000000u)) {  // between a quarter and a half
    MX_UNROLL
    for (int i = 2 * N - 1; i >= 0; i--) product[i] = product[i] << 1 | (i > 0 ? product[i - 1] >> 31 : 0);
    exponent -= 1;
  }
  uint32_t upper[N + 1], lost = 0;
  MX_UNROLL
  for (int i = 0; i <= N; i++) upper[i] = product[N - 1 + i];
  MX_UNROLL
  for (int i = 0; i + 1 < N; i++) lost |= product[i];
  upper[0] |= lost != 0;
  return limbs::rounded<N>(x.sign * y.sign, exponent, upper);
}

/** Long division, one bit of the quotient at a time; the remainder only decides the rounding. The divisor must not be zero. */
template <int N> MX_HD multi_limb<N> operator/(const multi_limb<N> &x, const multi_limb<N> &y) {
  if (x.sign == 0) return multi_limb<N>::zero();
  uint32_t remainder[N + 1], quotient[N + 1];
  bool is_below = false;  // whether x's digits are a smaller number than y's
  MX_UNROLL
  for (int i = 0; i < N; i++)
    if (x.limb[i] != y.limb[i]) is_below = x.limb[i] < y.limb[i];
  MX_UNROLL
  for (int i = 0; i <= N; i++) {
    const uint32_t own = i < N ? x.limb[i] : 0;
    remainder[i] = is_below ? own << 1 | (i > 0 ? x.limb[i - 1] >> 31 : 0) : own;
    quotient[i] = 0;
  }
  for (int bit = 0; bit < 32 * (N + 1); bit++) {
    uint32_t difference[N + 1], borrow = 0;
    MX_UNROLL
    for (int i = 0; i <= N; i++) {
      const uint64_t one = uint64_t(remainder[i]) - (i < N ? y.limb[i] : 0) - borrow;
      difference[i] = uint32_t(one);
      borrow = uint32_t(one >> 63);
    }
    const bool fits = borrow == 0;
    MX_UNROLL
    for (int i = N; i >= 0; i--) {
      quotient[i] = quotient[i] << 1 | (i > 0 ? quotient[i - 1] >> 31 : fits ? 1u : 0u);
      remainder[i] = (fits ? difference[i] : remainder[i]) << 1 | (i > 0 ? (fits ? difference[i - 1] : remainder[i - 1]) >> 31 : 0);
    }
  }
  uint32_t left = 0;
  MX_UNROLL
  for (int i = 0; i <= N; i++) left |= remainder[i];
  quotient[0] |= left != 0;
  return limbs::rounded<N>(x.sign * y.sign, x.exponent - y.exponent + (is_below ? 0 : 1), quotient);
}

/** A finite double, rounded where N is 1. */
template <int N> MX_HD multi_limb<N> limbs_of(double x) {
  if (x == 0) return multi_limb<N>::zero();
  int exponent;
  const uint64_t bits = uint64_t(std::frexp(std::fabs(x), &exponent) * 0x1p64);
  uint32_t word[N + 1];
  MX_UNROLL
  for (int i = 0; i <= N; i++) word[i] = i == N ? uint32_t(bits >> 32) : i == N - 1 ? uint32_t(bits) : 0;
  return limbs::rounded<N>(x < 0 ? -1 : 1, exponent, word);
}

/** The nearest double; a subnormal result is rounded twice. */
template <int N> MX_HD double nearest_double(const multi_limb<N> &x) {
  if (x.sign == 0) return 0;
  uint64_t bits = uint64_t(x.limb[N - 1]) << 32 | (N > 1 ? x.limb[N > 1 ? N - 2 : 0] : 0);
  uint32_t lost = 0;
  MX_UNROLL
  for (int i = 0; i < N - 2; i++) lost |= x.limb[i];
  bits |= lost != 0;
  return std::ldexp(double(x.sign) * double(bits), x.exponent - 64);
}

}  // namespace mx_characterize
