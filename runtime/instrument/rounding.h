/* Rounds a double once to a lower format, to nearest, ties to even. C11 and C++17.
 *
 * The sum, difference, product, quotient and square root of two numbers with p significant bits, computed in double and rounded
 * once more to p bits, is exactly the p-bit operation when 53 >= 2p + 2: true for fp32 (24), fp16 (11) and bf16 (8). */
#ifndef MANTISSA_ROUNDING_H
#define MANTISSA_ROUNDING_H

#include "platform.h"

#if MX_NVCC
#include <string.h>
#define MX_COPY memcpy
#else
#define MX_COPY __builtin_memcpy
#endif
typedef __UINT64_TYPE__ mx_bits;

#ifdef __FAST_MATH__
#define MX_KEPT volatile /* or the compiler would take (a + b) - b for a */
#else
#define MX_KEPT
#endif

/* The one NaN of a half format, as a double: all bits of its fraction set, without a sign. CUDA's conversions give it. */
MX_BOTH static __inline__ double mx_half_nan(int bits)
{
  const mx_bits u = (mx_bits) 0x7ff << 52 | (((mx_bits) 1 << (bits - 1)) - 1) << (53 - bits);
  double value;
  MX_COPY(&value, &u, sizeof value);
  return value;
}

/* `bits` significant bits, normal numbers from 2^least to just below 2^(largest + 1). */
MX_BOTH static __inline__ double mx_round_to(double value, int bits, int least, int largest)
{
  const mx_bits sign = (mx_bits) 1 << 63, unit = (mx_bits) 1 << 52, infinity = (mx_bits) 0x7ff << 52;
  mx_bits u;
  MX_COPY(&u, &value, sizeof u);
  mx_bits binade = u & infinity;
  if (binade > (mx_bits) (largest + 1023) * unit) {
    if ((u & ~sign) > infinity) return mx_half_nan(bits);
    u = (u & sign) | infinity; /* beyond the format */
    MX_COPY(&value, &u, sizeof u);
    return value;
  }
  if (binade < (mx_bits) (least + 1023) * unit) binade = (mx_bits) (least + 1023) * unit; /* subnormal there */
  /* 1.5 * 2^k, whose last place is the last bit to keep: the sum is rounded there, once */
  const mx_bits shift = (binade + (mx_bits) (53 - bits) * unit) | unit >> 1;
  double magic;
  MX_COPY(&magic, &shift, sizeof magic);
  const MX_KEPT double sum = MX_64(add, +, value, magic);
  double rounded = MX_64(sub, -, sum, magic);
  mx_bits r;
  MX_COPY(&r, &rounded, sizeof r);
  r |= u & sign; /* of a zero */
  if ((r & ~sign) >= (mx_bits) (largest + 1024) * unit) r = (u & sign) | infinity;
  MX_COPY(&rounded, &r, sizeof r);
  return rounded;
}

/* From 2^least to below 2^largest, for the absolute value: numbers in it stay in the format's normal range when rounded. */
MX_BOTH static __inline__ int mx_is_normal(mx_bits size, int least, int largest)
{
  return size - ((mx_bits) (least + 1023) << 52) < (mx_bits) (largest - least) << 52;
}

/* An integer addition rounds it. */
MX_BOTH static __inline__ mx_bits mx_round_bits(mx_bits u, int bits)
{
  const mx_bits tail = ((mx_bits) 1 << (53 - bits)) - 1;
  return (u + (tail >> 1) + (u >> (53 - bits) & 1)) & ~tail;
}

/* Numbers outside take the slower path. */
MX_BOTH static __inline__ double mx_round_normal(double value, int bits, int least, int largest)
{
  mx_bits u;
  MX_COPY(&u, &value, sizeof u);
  if (!mx_is_normal(u & ~((mx_bits) 1 << 63), least, largest)) return mx_round_to(value, bits, least, largest);
  u = mx_round_bits(u, bits);
  MX_COPY(&value, &u, sizeof u);
  return value;
}

#if MX_ON_GPU
static __device__ __inline__ double mx_round_fp16(double value)
{
  double rounded; /* the device has it: rounded once, subnormals included */
  asm("{ .reg .b16 h; cvt.rn.f16.f64 h, %1; cvt.f64.f16 %0, h; }" : "=d"(rounded) : "d"(value));
  return rounded;
}
#define MX_ROUND_FP16(value) mx_round_fp16(value)
#elif defined(__aarch64__) && defined(__ARM_FP16_FORMAT_IEEE)
MX_BOTH static __inline__ double mx_round_fp16(double value)
{
  return value != value ? mx_half_nan(11) : (double) (__fp16) value; /* one instruction, rounded once */
}
#define MX_ROUND_FP16(value) mx_round_fp16(value)
#else
#define MX_ROUND_FP16(value) mx_round_normal(value, 11, -14, 15)
#endif

#define MX_ROUND_BF16(value) mx_round_normal(value, 8, -126, 127)

/* Values too large for an 8-bit format, infinity too, become its largest number. */
MX_BOTH static __inline__ double mx_round_saturated(double value, int bits, int least, int largest_exponent, double largest)
{
  const double rounded = mx_round_to(value, bits, least, largest_exponent);
  if (rounded > largest) return largest;
  return rounded < -largest ? -largest : rounded;
}

/* d: fp64, s: fp32, h: fp16, b: bf16, a: fp8e4m3, i: fp8e5m2; capitals: the format was asked for by the operation's own name. They are
 * distinguished by single bits of the letters: a compiler would turn a chain of comparisons into a jump table. */
#define MX_IS_FP64(format) ((format) & 4)
#define MX_IS_FP32(format) ((format) & 16)
#define MX_IS_BF16(format) ((format) & 2)
#define MX_IS_FP8(format) (((format) & 23) == 1) /* of a site alone: nothing computes in it */
#define MX_IS_E5M2(format) ((format) & 8)
#define MX_IS_OWN(format) (!((format) & 32)) /* a capital */
/* Every letter there is, of operations and of sites, whose j and k move numbers: a program refuses a table with any other (mx_load_formats).
 * Sums of doubles have f, w and x besides (wide.h). A letter is added here together with what its bits say below. */
#define MX_OPERATION_LETTERS "dshbHB"
#define MX_SITE_LETTERS "dshbaijk"
#define MX_WIDE_LETTERS "fwx"
/* An array of -1 elements where the bits of a letter say something else. */
#define MX_SAYS(name, letter, fp64, fp32, bf16, fp8, e5m2, own)                                              \
  typedef char name[!MX_IS_FP64(letter) == !(fp64) && !MX_IS_FP32(letter) == !(fp32) &&                      \
                    ((fp64) || (fp32) || (!MX_IS_FP8(letter) == !(fp8) && ((fp8) || !MX_IS_BF16(letter) == !(bf16)))) && \
                    (!(fp8) || !MX_IS_E5M2(letter) == !(e5m2)) && MX_IS_OWN(letter) == (own) ? 1 : -1] __attribute__((unused))
MX_SAYS(mx_letter_d, 'd', 1, 0, 0, 0, 0, 0);
MX_SAYS(mx_letter_s, 's', 0, 1, 0, 0, 0, 0);
MX_SAYS(mx_letter_h, 'h', 0, 0, 0, 0, 0, 0);
MX_SAYS(mx_letter_b, 'b', 0, 0, 1, 0, 0, 0);
MX_SAYS(mx_letter_H, 'H', 0, 0, 0, 0, 0, 1);
MX_SAYS(mx_letter_B, 'B', 0, 0, 1, 0, 0, 1);
MX_SAYS(mx_letter_a, 'a', 0, 0, 0, 1, 0, 0);
MX_SAYS(mx_letter_i, 'i', 0, 0, 0, 1, 1, 0);

/* A double of the class that the value has in fp32, as which halves are classified, too: normal, subnormal or zero. */
MX_BOTH static __inline__ double mx_class_in(char format, double value)
{
  const double least = 1.17549435082228750797e-38; /* 2^-126, the least normal number; C89 has no hexadecimal ones */
  const double subnormal = 4.94065645841246544177e-324; /* 2^-1074 */
  if (!MX_IS_FP64(format) && value != 0 && value < least && value > -least) return value < 0 ? -subnormal : subnormal;
  return value;
}

MX_BOTH static __inline__ double mx_round(char format, double value)
{
  if (MX_IS_FP64(format)) return value;
  if (MX_IS_FP32(format)) return (double) (float) value;
  if (MX_IS_FP8(format))
    return MX_IS_E5M2(format) ? mx_round_saturated(value, 3, -14, 15, 57344) : mx_round_saturated(value, 4, -6, 8, 448);
  return MX_IS_BF16(format) ? MX_ROUND_BF16(value) : MX_ROUND_FP16(value);
}

#endif
