/* Rounds a double once to a narrower format, to nearest, ties to even. C11 and C++17.
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

/* From 2^least to below 2^largest, given without its sign: what is there stays in the format's normal range when it is rounded. */
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

/* What lies outside goes the longer way. */
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

/* d: fp64, s: fp32, h: fp16, b: bf16; capitals: the format was asked for by the operation's own name. They are told apart by single
 * bits of the letters: of a chain of comparisons a compiler makes a jump through a table. */
#define MX_IS_FP64(format) ((format) & 4)
#define MX_IS_FP32(format) ((format) & 16)
#define MX_IS_BF16(format) ((format) & 2)
#define MX_IS_OWN(format) (!((format) & 32)) /* a capital */

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
  return MX_IS_BF16(format) ? MX_ROUND_BF16(value) : MX_ROUND_FP16(value);
}

#endif
