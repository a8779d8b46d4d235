// CUDA for a test without a GPU: threads run one after the other on the CPU, and the memory of the GPU is that of the host. It is enough for
// kernels whose threads do not wait for each other. The test turns `kernel<<<grid, block>>>(arguments)` into `launch([&] { … }, grid, block)`.
#pragma once

#include <chrono>
#include <cstdlib>
#include <cstring>

#define __global__
#define __device__

struct dim3 {
  unsigned x, y;
  dim3(unsigned columns = 1, unsigned rows = 1) : x(columns), y(rows) {}
};
inline dim3 gridDim, blockDim, blockIdx, threadIdx;

template <class Kernel> void launch(const Kernel &kernel, dim3 grid, dim3 block) {
  gridDim = grid;
  blockDim = block;
  for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++)
    for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++)
      for (threadIdx.y = 0; threadIdx.y < block.y; threadIdx.y++)
        for (threadIdx.x = 0; threadIdx.x < block.x; threadIdx.x++) kernel();
}

using cudaError_t = int;
using cudaEvent_t = std::chrono::steady_clock::time_point;
struct cudaDeviceProp {
  int multiProcessorCount;
};
enum { cudaSuccess, cudaErrorLaunchOutOfResources, cudaMemcpyDeviceToHost, cudaMemcpyHostToDevice, cudaDevAttrClockRate };

inline const char *cudaGetErrorString(int) { return "no error is possible here"; }
inline int cudaGetLastError() { return cudaSuccess; }
inline int cudaDeviceSynchronize() { return cudaSuccess; }
template <class T> int cudaMalloc(T **memory, std::size_t bytes) {
  *memory = static_cast<T *>(std::malloc(bytes));
  return cudaSuccess;
}
inline int cudaFree(void *memory) {
  std::free(memory);
  return cudaSuccess;
}
inline int cudaMemcpy(void *to, const void *from, std::size_t bytes, int) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
inline int cudaEventCreate(cudaEvent_t *) { return cudaSuccess; }
inline int cudaEventRecord(cudaEvent_t &event) {
  event = std::chrono::steady_clock::now();
  return cudaSuccess;
}
inline int cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline int cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  *ms = std::chrono::duration<float, std::milli>(end - start).count();
  return cudaSuccess;
}
inline int cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
inline int cudaGetDeviceProperties(cudaDeviceProp *found, int) {
  *found = {2};
  return cudaSuccess;
}
inline int cudaDeviceGetAttribute(int *value, int, int) {
  *value = 1;
  return cudaSuccess;
}
inline long long clock64() {
  static long long cycles = 0;
  return cycles += 1000000;
}
inline int atomicAdd(int *sum, int addend) {
  const int before = *sum;
  *sum += addend;
  return before;
}
inline float __fdividef(float x, float y) { return x / y; }
