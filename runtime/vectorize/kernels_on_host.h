/* Included before a CUDA source one of whose kernels is read as a loop: functions of the program's own may be called from it. */
#include <cuda_runtime.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((host))
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
