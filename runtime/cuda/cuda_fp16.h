// fp16: __half, __half2 and their functions.
#ifndef MANTISSA_CUDA_FP16_H
#define MANTISSA_CUDA_FP16_H
#define __CUDA_FP16_TYPES_EXIST__
#include "vector_types.h"

typedef struct __align__(2) { unsigned short x; } __half_raw;
typedef struct __align__(4) { unsigned short x; unsigned short y; } __half2_raw;

#ifdef __cplusplus
#include "device/narrow_formats.h"
struct __half;
struct __half2;
struct __nv_bfloat16;

struct __align__(2) __half {
  NARROW_BITS(__half, __half_raw)
#ifndef __CUDA_NO_HALF_CONVERSIONS__
  explicit __host__ __device__ __half(const __nv_bfloat16 x);
  NARROW_CONVERSIONS(__half)
#endif
 protected:
  unsigned short __x;
};

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ constexpr __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __half2(const __half2 &) = default;
  __half2 &operator=(const __half2 &) = default;
  __host__ __device__ __half2(const __half2_raw &bits);
  __host__ __device__ operator __half2_raw() const;
};

#ifndef __CUDA_NO_HALF_OPERATORS__
NARROW_OPERATORS(__half)
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
NARROW_OPERATORS(__half2)
#endif

MANTISSA_HOST_DEVICE __half __double2half(const double x);
MANTISSA_HOST_DEVICE __half __float2half(const float x);
NARROW_ROUNDED(__half, __float2half, float)
MANTISSA_HOST_DEVICE float __half2float(const __half x);
MANTISSA_HOST_DEVICE __half2 __float2half2_rn(const float x);
MANTISSA_HOST_DEVICE __half2 __floats2half2_rn(const float a, const float b);
MANTISSA_HOST_DEVICE __half2 __float22half2_rn(const float2 x);
MANTISSA_HOST_DEVICE float2 __half22float2(const __half2 x);
MANTISSA_HOST_DEVICE float __low2float(const __half2 x);
MANTISSA_HOST_DEVICE float __high2float(const __half2 x);
MANTISSA_HOST_DEVICE __half2 make_half2(const __half x, const __half y);
MANTISSA_HOST_DEVICE __half2 __half2half2(const __half x);
MANTISSA_HOST_DEVICE __half2 __halves2half2(const __half a, const __half b);
MANTISSA_HOST_DEVICE __half2 __lowhigh2highlow(const __half2 x);
MANTISSA_HOST_DEVICE __half2 __lows2half2(const __half2 a, const __half2 b);
MANTISSA_HOST_DEVICE __half2 __highs2half2(const __half2 a, const __half2 b);
MANTISSA_HOST_DEVICE __half __low2half(const __half2 x);
MANTISSA_HOST_DEVICE __half __high2half(const __half2 x);
MANTISSA_HOST_DEVICE __half2 __low2half2(const __half2 x);
MANTISSA_HOST_DEVICE __half2 __high2half2(const __half2 x);
MANTISSA_HOST_DEVICE short int __half_as_short(const __half x);
MANTISSA_HOST_DEVICE unsigned short int __half_as_ushort(const __half x);
MANTISSA_HOST_DEVICE __half __short_as_half(const short int x);
MANTISSA_HOST_DEVICE __half __ushort_as_half(const unsigned short int x);
NARROW_INTEGERS(__half, half)
NARROW_ARITHMETIC(__half, __half2)
NARROW_COMPARISON(__half, __half2)
NARROW_FUNCTIONS(__half, __half2)
#ifdef __CUDA__
NARROW_MEMORY(__half)
NARROW_MEMORY(__half2)
#endif

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#else
// C knows the bits only
typedef __half_raw __half;
typedef __half2_raw __half2;
typedef __half half;
typedef __half2 half2;
#endif
#endif
