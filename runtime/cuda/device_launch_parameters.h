// Where a thread is in its grid.
#ifndef MANTISSA_DEVICE_LAUNCH_PARAMETERS_H
#define MANTISSA_DEVICE_LAUNCH_PARAMETERS_H
#include "vector_types.h"
#ifdef __cplusplus
extern "C" {
#endif
extern __device__ const uint3 threadIdx;
extern __device__ const uint3 blockIdx;
extern __device__ const dim3 blockDim;
extern __device__ const dim3 gridDim;
extern __device__ const int warpSize;
#ifdef __cplusplus
}
#endif
#endif
