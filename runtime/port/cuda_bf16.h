// bf16: __nv_bfloat16 is the format of runtime/formats; __nv_bfloat162 and the functions are here.
#ifndef MANTISSA_CUDA_BF16_H
#define MANTISSA_CUDA_BF16_H
#define __CUDA_BF16_TYPES_EXIST__
#include "cuda_fp16.h"

struct __align__(2) __nv_bfloat16_raw { unsigned short x; };
struct __align__(4) __nv_bfloat162_raw { unsigned short x, y; };
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
  __nv_bfloat162(const __nv_bfloat162_raw &bits) : x(__nv_bfloat16::from_bits(bits.x)), y(__nv_bfloat16::from_bits(bits.y)) {}
  operator __nv_bfloat162_raw() const { return {x.bits(), y.bits()}; }
};

#define S __nv_bfloat16
#define P __nv_bfloat162
#include "mx/narrow-intrinsics.h"
NARROW_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)

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
#endif
