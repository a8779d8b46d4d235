// bf16: __nv_bfloat16, __nv_bfloat162 and their functions.
#ifndef MANTISSA_CUDA_BF16_H
#define MANTISSA_CUDA_BF16_H
#define __CUDA_BF16_TYPES_EXIST__
#include "vector_types.h"

typedef struct __align__(2) { unsigned short x; } __nv_bfloat16_raw;
typedef struct __align__(4) { unsigned short x; unsigned short y; } __nv_bfloat162_raw;

#ifdef __cplusplus
#include "cuda_fp16.h"

struct __align__(2) __nv_bfloat16 {
  NARROW_BITS(__nv_bfloat16, __nv_bfloat16_raw)
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
  explicit __host__ __device__ __nv_bfloat16(const __half x);
  NARROW_CONVERSIONS(__nv_bfloat16)
#endif
 protected:
  unsigned short __x;
};

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ constexpr __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
  __nv_bfloat162(const __nv_bfloat162 &) = default;
  __nv_bfloat162 &operator=(const __nv_bfloat162 &) = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw &bits);
  __host__ __device__ operator __nv_bfloat162_raw() const;
};

#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
NARROW_OPERATORS(__nv_bfloat16)
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
NARROW_OPERATORS(__nv_bfloat162)
#endif

MANTISSA_HOST_DEVICE __nv_bfloat16 __double2bfloat16(const double x);
MANTISSA_HOST_DEVICE __nv_bfloat16 __float2bfloat16(const float x);
NARROW_ROUNDED(__nv_bfloat16, __float2bfloat16, float)
MANTISSA_HOST_DEVICE float __bfloat162float(const __nv_bfloat16 x);
MANTISSA_HOST_DEVICE __nv_bfloat162 __float2bfloat162_rn(const float x);
MANTISSA_HOST_DEVICE __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b);
MANTISSA_HOST_DEVICE __nv_bfloat162 __float22bfloat162_rn(const float2 x);
MANTISSA_HOST_DEVICE float2 __bfloat1622float2(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE float __low2float(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE float __high2float(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE __nv_bfloat162 make_bfloat162(const __nv_bfloat16 x, const __nv_bfloat16 y);
MANTISSA_HOST_DEVICE __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 x);
MANTISSA_HOST_DEVICE __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b);
MANTISSA_HOST_DEVICE __nv_bfloat162 __lowhigh2highlow(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b);
MANTISSA_HOST_DEVICE __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b);
MANTISSA_HOST_DEVICE __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 x);
MANTISSA_HOST_DEVICE short int __bfloat16_as_short(const __nv_bfloat16 x);
MANTISSA_HOST_DEVICE unsigned short int __bfloat16_as_ushort(const __nv_bfloat16 x);
MANTISSA_HOST_DEVICE __nv_bfloat16 __short_as_bfloat16(const short int x);
MANTISSA_HOST_DEVICE __nv_bfloat16 __ushort_as_bfloat16(const unsigned short int x);
NARROW_INTEGERS(__nv_bfloat16, bfloat16)
NARROW_ARITHMETIC(__nv_bfloat16, __nv_bfloat162)
NARROW_COMPARISON(__nv_bfloat16, __nv_bfloat162)
NARROW_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
#ifdef __CUDA__
NARROW_MEMORY(__nv_bfloat16)
NARROW_MEMORY(__nv_bfloat162)
#endif

#ifndef CUDA_NO_BFLOAT16
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#else
typedef __nv_bfloat16_raw __nv_bfloat16;
typedef __nv_bfloat162_raw __nv_bfloat162;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif
#endif
