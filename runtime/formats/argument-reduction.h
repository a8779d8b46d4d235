// x = q·π/2 + r with |r| ≤ π/4 for arguments of any size, after Payne and Hanek, "Radian reduction for trigonometric
// functions" (SIGNUM 1983): each part of x is an integer M·2^e; of the bits of 2/π only those matter whose product with it
// lies below 4 (the quadrants above are whole turns) and above the precision wanted. M·(2/π)·2^e is formed in fixed point,
// summed over the parts, and its fraction multiplied by π/2. r is accurate relative to itself, also next to multiples of π/2.
#pragma once

#include "elementary-constants.h"
#include "functions.h"

namespace mx_runtime {
namespace detail {

/** How many 32-bit limbs after the binary point, and how many of them from the first non-zero one on make up r. */
template <class W> struct reduction_size;
template <> struct reduction_size<fp64x2> { static constexpr int limbs = 11, used = 5; };
template <> struct reduction_size<fp64x4> { static constexpr int limbs = 18, used = 9; };

/** Limb 0 is the integer part, limb i has weight 2^−32i; arithmetic is modulo 2^32. */
template <int n> struct fixed_point {
  uint32_t limb[n + 1];

  /** Adds x·2/π. */
  MX_HD void add_turns(double x) {
    int exponent;
    const double fraction = std::frexp(std::fabs(x), &exponent);
    const uint64_t m = uint64_t(fraction * 0x1p53);
    uint32_t product[n + 1];
    multiply(m, exponent - 53, product);
    uint64_t carry = x < 0;  // a negative x adds the complement
    for (int i = n; i >= 0; i--) {
      carry += uint64_t(limb[i]) + (x < 0 ? uint32_t(~product[i]) : product[i]);
      limb[i] = uint32_t(carry);
      carry >>= 32;
    }
  }

 private:
  /** The 32 bits of 2/π that end at weight 2^−last. */
  static MX_HD uint32_t window(int last) {
    if (last <= 0) return 0;
    const int word = last / 32, shift = last % 32;
    return shift == 0 ? two_over_pi(word) : (two_over_pi(word) << shift) | (two_over_pi(word + 1) >> (32 - shift));
  }

  /** m·2^e·2/π by the 32-bit halves of m. */
  static MX_HD void multiply(uint64_t m, int e, uint32_t (&product)[n + 1]) {
    const uint64_t low = uint32_t(m), high = m >> 32;
    uint64_t carry = 0, carry_high = 0;
    uint32_t below = 0;  // the limb under the current one, of high's product
    for (int i = n; i >= 0; i--) {
      const uint64_t bits = window(e + 32 * i);
      carry += low * bits;
      const uint64_t sum = uint64_t(uint32_t(carry)) + below;
      carry_high += high * bits;
      below = uint32_t(carry_high);
      carry_high >>= 32;
      product[i] = uint32_t(sum);
      carry = (carry >> 32) + (sum >> 32);
    }
  }
};

template <class W> MX_HD W reduce_argument(const W &x, const double *parts, int count, int &quadrant) {
  constexpr int n = reduction_size<W>::limbs, used = reduction_size<W>::used;
  quadrant = 0;
  if (std::fabs(parts[0]) < 0.78) return x;
  fixed_point<n> turns = {};
  for (int i = 0; i < count; i++)
    if (parts[i] != 0) turns.add_turns(parts[i]);
  // the nearest integer is the quadrant; a fraction of a half or more counts back from the next
  const bool back = turns.limb[1] >> 31;
  quadrant = int((turns.limb[0] + back) & 3);
  uint32_t carry = back;
  for (int i = n; i >= 1 && back; i--) {
    turns.limb[i] = ~turns.limb[i] + carry;
    carry = carry && turns.limb[i] == 0;
  }
  int first = 1;
  while (first < n && turns.limb[first] == 0) first++;
  W fraction(0.0);
  for (int i = first; i <= n && i < first + used; i++) fraction = fraction + W(std::ldexp(double(turns.limb[i]), -32 * i));
  const W r = fraction * half_pi<W>();
  return back ? -r : r;
}

MX_HD fp64x2 reduce(const fp64x2 &x, int &quadrant) {
  const double parts[2] = {x.hi, x.lo};
  return reduce_argument(x, parts, 2, quadrant);
}
MX_HD fp64x4 reduce(const fp64x4 &x, int &quadrant) { return reduce_argument(x, x.part, 4, quadrant); }

}  // namespace detail
}  // namespace mx_runtime
