// Floating-point intrinsics: explicit rounding, fast approximations, conversions, reinterpretation.
#pragma once
#include "host_defines.h"
#ifdef __CUDA__
// each operation in the four rounding modes
#define ROUNDED(R, prefix, parameters) \
  MANTISSA_DEVICE R prefix##_rn parameters; MANTISSA_DEVICE R prefix##_rz parameters; \
  MANTISSA_DEVICE R prefix##_ru parameters; MANTISSA_DEVICE R prefix##_rd parameters;
ROUNDED(float, __fadd, (float a, float b))
ROUNDED(float, __fsub, (float a, float b))
ROUNDED(float, __fmul, (float a, float b))
ROUNDED(float, __fdiv, (float a, float b))
ROUNDED(float, __fmaf, (float a, float b, float c))
ROUNDED(float, __fmaf_ieee, (float a, float b, float c))
ROUNDED(float, __frcp, (float a))
ROUNDED(float, __fsqrt, (float a))
MANTISSA_DEVICE float __frsqrt_rn(float a);
ROUNDED(double, __dadd, (double a, double b))
ROUNDED(double, __dsub, (double a, double b))
ROUNDED(double, __dmul, (double a, double b))
ROUNDED(double, __ddiv, (double a, double b))
ROUNDED(double, __fma, (double a, double b, double c))
ROUNDED(double, __drcp, (double a))
ROUNDED(double, __dsqrt, (double a))

MANTISSA_DEVICE float __sinf(float x);
MANTISSA_DEVICE float __cosf(float x);
MANTISSA_DEVICE float __tanf(float x);
MANTISSA_DEVICE float __tanhf(float x);
MANTISSA_DEVICE void __sincosf(float x, float *sine, float *cosine);
MANTISSA_DEVICE float __expf(float x);
MANTISSA_DEVICE float __exp10f(float x);
MANTISSA_DEVICE float __logf(float x);
MANTISSA_DEVICE float __log2f(float x);
MANTISSA_DEVICE float __log10f(float x);
MANTISSA_DEVICE float __powf(float x, float y);
MANTISSA_DEVICE float __fdividef(float x, float y);
MANTISSA_DEVICE float __saturatef(float x);

ROUNDED(float, __double2float, (double x))
ROUNDED(int, __double2int, (double x))
ROUNDED(unsigned int, __double2uint, (double x))
ROUNDED(long long int, __double2ll, (double x))
ROUNDED(unsigned long long int, __double2ull, (double x))
ROUNDED(int, __float2int, (float x))
ROUNDED(unsigned int, __float2uint, (float x))
ROUNDED(long long int, __float2ll, (float x))
ROUNDED(unsigned long long int, __float2ull, (float x))
ROUNDED(float, __int2float, (int x))
ROUNDED(float, __uint2float, (unsigned int x))
ROUNDED(float, __ll2float, (long long int x))
ROUNDED(float, __ull2float, (unsigned long long int x))
ROUNDED(double, __ll2double, (long long int x))
ROUNDED(double, __ull2double, (unsigned long long int x))
MANTISSA_DEVICE double __int2double_rn(int x);
MANTISSA_DEVICE double __uint2double_rn(unsigned int x);
#undef ROUNDED

MANTISSA_DEVICE int __float_as_int(float x);
MANTISSA_DEVICE unsigned int __float_as_uint(float x);
MANTISSA_DEVICE float __int_as_float(int x);
MANTISSA_DEVICE float __uint_as_float(unsigned int x);
MANTISSA_DEVICE long long int __double_as_longlong(double x);
MANTISSA_DEVICE double __longlong_as_double(long long int x);
MANTISSA_DEVICE int __double2hiint(double x);
MANTISSA_DEVICE int __double2loint(double x);
MANTISSA_DEVICE double __hiloint2double(int high, int low);
#endif
