/* Included before a CUDA source one of whose kernels is read as a loop: functions of the program's own may be called from it. */
#include <cuda_runtime.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((host))
/* Fast functions are fast on vectors too; others have the vector form of the functions that they approximate. */
extern "C" __device__ float mantissa_fast_expf(float) __attribute__((const, nothrow));
extern "C" __device__ float mantissa_fast_logf(float) __attribute__((const, nothrow));
extern "C" __device__ float mantissa_fast_log2f(float) __attribute__((const, nothrow));
extern "C" __device__ float mantissa_fast_sinf(float) __attribute__((const, nothrow));
extern "C" __device__ float mantissa_fast_cosf(float) __attribute__((const, nothrow));
extern "C" __device__ float mantissa_fast_tanf(float) __attribute__((const, nothrow));
#define __expf(x) mantissa_fast_expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) mantissa_fast_logf(x)
#define __log2f(x) mantissa_fast_log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) mantissa_fast_sinf(x)
#define __cosf(x) mantissa_fast_cosf(x)
#define __tanf(x) mantissa_fast_tanf(x)
#define __powf(x, y) powf(x, y)
#define __fdividef(x, y) ((x) / (y))
#define fdividef(x, y) ((x) / (y))
#define __frcp_rn(x) (1.0f / (x))
#define __fsqrt_rn(x) sqrtf(x)
#define __frsqrt_rn(x) rsqrtf(x)
#define __fadd_rn(x, y) ((x) + (y))
#define __fsub_rn(x, y) ((x) - (y))
#define __fmul_rn(x, y) ((x) * (y))
#define __fdiv_rn(x, y) ((x) / (y))
#define __fmaf_rn(x, y, z) fmaf(x, y, z)
#define __saturatef(x) fminf(fmaxf(x, 0.0f), 1.0f)
/* atomicAdd for a grid of one thread. */
template <class T, class U> static inline T mantissa_added(T *to, U value) {
  const T before = *to;
  *to = before + value;
  return before;
}
#ifdef MANTISSA_HALVES_AS_NUMBERS
/* Halves as LLVM has them: numbers, not records. Only for kernels that have halves: not all that the records can do, numbers can. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define __half _Float16
#define __nv_bfloat16 __bf16
#define nv_bfloat16 __bf16
#if MANTISSA_HALVES_AS_NUMBERS > 1
#define half _Float16
#endif
#define __half2float(x) static_cast<float>(x)
#define __float2half(x) static_cast<_Float16>(x)
#define __float2half_rn(x) static_cast<_Float16>(x)
#define __bfloat162float(x) static_cast<float>(x)
#define __float2bfloat16(x) static_cast<__bf16>(x)
#define __float2bfloat16_rn(x) static_cast<__bf16>(x)
#endif
