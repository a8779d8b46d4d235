#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CUDA_CALL(what)                                                                                   \
  do {                                                                                                    \
    cudaError_t err_ = (what);                                                                            \
    if (err_ != cudaSuccess) {                                                                            \
      fprintf(stderr, "CUDA error '%s' in %s, line %d\n", cudaGetErrorString(err_), __FILE__, __LINE__);  \
      exit(1);                                                                                            \
    }                                                                                                     \
  } while (0)

#define THREADS 128
#define GRID(n) (((n) + THREADS - 1) / THREADS)

template <typename T>
inline T *gpu_alloc(int count)
{
  T *memory;
  CUDA_CALL(cudaMalloc(&memory, count * sizeof(T)));
  CUDA_CALL(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

template <typename T>
inline void to_gpu(T *device, const T *host, int count)
{
  CUDA_CALL(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
}

template <typename T>
inline void from_gpu(T *host, const T *device, int count)
{
  CUDA_CALL(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
}
