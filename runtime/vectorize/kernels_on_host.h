/* Included before a CUDA source one of whose kernels is read as a loop: functions of the program's own may be called from it. */
#include <cuda_runtime.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((host))
