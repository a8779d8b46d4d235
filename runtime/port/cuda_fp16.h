// fp16: __half is the format of runtime/formats; __half2 and the functions are here.
#ifndef MANTISSA_CUDA_FP16_H
#define MANTISSA_CUDA_FP16_H
#define __CUDA_FP16_TYPES_EXIST__
#include "cuda_runtime.h"

struct __align__(2) __half_raw { unsigned short x; };
struct __align__(4) __half2_raw { unsigned short x, y; };
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __half2(const __half2_raw &bits) : x(__half::from_bits(bits.x)), y(__half::from_bits(bits.y)) {}
  operator __half2_raw() const { return {x.bits(), y.bits()}; }
};

#define S __half
#define P __half2
#include "mx/narrow-intrinsics.h"
#include "mx/narrow-conversions.h"
NARROW_CONVERSIONS(__half, __half2, half)

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
#endif
