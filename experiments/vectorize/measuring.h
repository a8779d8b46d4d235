// What the benchmarks of vectorised loops share: checked calls, times by events, and numbers to compute with.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CHECK(call)                                                                                   \
  do {                                                                                                \
    const cudaError_t status = (call);                                                                \
    if (status != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));            \
      std::exit(1);                                                                                   \
    }                                                                                                 \
  } while (0)

constexpr int BLOCK = 256;

struct Figures {
  double medianMs, leastMs, mostMs;
};
inline Figures timed(const std::function<void()> &launch) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  for (int k = 0; k < 3; ++k) launch();
  std::vector<double> times;
  for (int k = 0; k < 31; ++k) {
    float ms;
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    times.push_back(ms);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return {times[times.size() / 2], times.front(), times.back()};
}

static __global__ void to_half(int n, const float *x, __half *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float2half_rn(x[i]);
}
/** Whole numbers hashed to numbers between `low` and `high`. */
static __global__ void fill(int n, unsigned seed, float low, float high, float *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = (i + seed * 0x9e3779b9u) * 0x85ebca6bu;
  h = (h ^ h >> 13) * 0xc2b2ae35u;
  x[i] = low + (high - low) * (static_cast<float>((h ^ h >> 16) >> 8) / 16777216.0f);
}

inline int blocks(long long threads) { return static_cast<int>((threads + BLOCK - 1) / BLOCK); }

/** GB/s of cudaMemcpy from device to device: what a memory-bound kernel can be compared with. */
inline double copyRate(float *to, const float *from, int n) {
  const double ms = timed([&] { CHECK(cudaMemcpyAsync(to, from, 4ll * n, cudaMemcpyDeviceToDevice)); }).medianMs;
  return 8.0 * n / ms / 1e6;
}
