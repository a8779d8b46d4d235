/* Included before a CUDA source one of whose kernels is read as a loop: functions of the program's own may be called from it. */
#include <cuda_runtime.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((host))
/* What atomicAdd is to a grid of one thread. */
template <class T, class U> static inline T mantissa_added(T *to, U value) {
  const T before = *to;
  *to = before + value;
  return before;
}
