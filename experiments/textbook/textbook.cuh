// What the textbook kernels share: data, and the time of a launch by the GPU's own clock. Each program here is the plainest sensible
// version of the main kernel of the corpus program with its name, on data of the same shape; experiments/peak-on-gpu.mjs runs them side by side.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

static inline double uniform()
{
  static unsigned long long state = 42;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double) (state >> 11) / 9007199254740992.0;
}

template <class T> T *onDevice(const std::vector<T> &values)
{
  T *device;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <class T = double> T *randomOnDevice(size_t count, double least = 0.5, double most = 1.5)
{
  std::vector<T> values(count);
  // a million different ones are enough, and quick
  for (size_t i = 0; i < count; i++) values[i] = i < 1000003 ? (T) (least + (most - least) * uniform()) : values[i - 1000003];
  return onDevice(values);
}

static inline int argument(int argc, char **argv, int index, int fallback) { return index < argc ? atoi(argv[index]) : fallback; }

// Prints the mean time of one call of `work`, of which the first is not counted: {"per": "launch" or "run", "ms": …}
template <class Work> void report(const char *per, int times, Work work)
{
  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  work();
  CHECK(cudaEventRecord(started));
  for (int k = 0; k < times; k++) work();
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaGetLastError());
  float ms;
  CHECK(cudaEventElapsedTime(&ms, started, stopped));
  printf("{\"per\": \"%s\", \"ms\": %.6f}\n", per, ms / times);
}
