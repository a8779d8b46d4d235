/* Rounds a double once to a narrower format, to nearest, ties to even. C11 and C++17.
 *
 * The sum, difference, product, quotient and square root of two numbers with p significant bits, computed in double and rounded
 * once more to p bits, is exactly the p-bit operation when 53 >= 2p + 2: true for fp32 (24), fp16 (11) and bf16 (8). */
#ifndef MANTISSA_ROUNDING_H
#define MANTISSA_ROUNDING_H

#include <stdint.h>
#include <string.h>

/* `bits` significant bits, normal numbers from 2^least to just below 2^(largest + 1). */
static inline double mx_round_to(double value, int bits, int least, int largest)
{
  uint64_t u;
  memcpy(&u, &value, sizeof u);
  const int exponent = (int) (u >> 52 & 0x7ff) - 1023;
  const int dropped = 53 - bits;
  const uint64_t tail = ((uint64_t) 1 << dropped) - 1;
  if (!(u & tail) && exponent >= least && exponent <= largest) return value; /* already such a number, as most are */
  if (exponent == 1024) return value; /* infinity, NaN */
  if (exponent < least) {
    /* subnormal there: adding 1.5 * 2^k puts the last kept bit into double's last place, and the sum is rounded once */
    const uint64_t shift = (uint64_t) (least - bits + 1 + 52 + 1023) << 52 | (uint64_t) 1 << 51;
    double magic;
    memcpy(&magic, &shift, sizeof magic);
    const volatile double sum = (value < 0 ? -value : value) + magic;
    const double rounded = sum - magic;
    return u >> 63 ? -rounded : rounded;
  }
  u += (tail >> 1) + (u >> dropped & 1);
  u &= ~tail;
  if ((int) (u >> 52 & 0x7ff) - 1023 > largest) u = (u >> 63) << 63 | (uint64_t) 0x7ff << 52;
  double rounded;
  memcpy(&rounded, &u, sizeof rounded);
  return rounded;
}

/* d: fp64, s: fp32, h: fp16, b: bf16 */
static inline double mx_round(char format, double value)
{
  switch (format) {
    case 'd': return value;
    case 's': return (double) (float) value;
    case 'h': return mx_round_to(value, 11, -14, 15);
    default: return mx_round_to(value, 8, -126, 127);
  }
}

#endif
