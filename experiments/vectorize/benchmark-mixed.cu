// What vectors are worth where values are in float and arrays in halves: sums over all elements (reductions.c) and kernels of two formats
// (mixed.cu), as scalar kernels over arrays of floats, over arrays of halves, and as mantissa vectorize writes them (generated/), in time, in
// bandwidth beside the device's own copy, and in what they compute. See reductions-on-gpu.sh.
#include "mantissa_vector.h"
namespace of_halves {
#include "generated/dot_fp16.cu"
#include "generated/sum_fp16.cu"
}
namespace of_floats {
#include "generated/dot_fp32.cu"
#include "generated/sum_fp32.cu"
}
#include "generated/accumulate_fp16.cu"
#include "generated/fade_fp16.cu"
#include "generated/luma_fp16.cu"
#include "measuring.h"
#include "mixed.cu"
#include <cmath>
#include <string>

/* ---- scalar: an element at a time, T is float or __half, sums in float -------------------------------------------------------------- */

/** What a block's threads have, to one number. */
__device__ void addUp(float mine, float *total) {
  __shared__ float warps[BLOCK / 32];
  for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(0xffffffffu, mine, distance);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int warp = 1; warp < BLOCK / 32; ++warp) mine += warps[warp];
  atomicAdd(total, mine);
}
template <class T> __global__ void sum_scalar(int n, const T *__restrict__ x, float *total) {
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += float(x[i]);
  addUp(mine, total);
}
template <class T> __global__ void dot_scalar(int n, const T *__restrict__ x, const T *__restrict__ y, float *total) {
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += float(x[i]) * float(y[i]);
  addUp(mine, total);
}
__global__ void fade_float(int n, float amount, const float *__restrict__ x, float *__restrict__ y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + amount * (x[i] * x[i] - x[i]);
}
__global__ void luma_float(int n, const float *__restrict__ red, const float *__restrict__ green, const float *__restrict__ blue,
                           float *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (0.2126f * red[i] + 0.7152f * green[i] + 0.0722f * blue[i]) * 0.9f + 0.1f;
}
__global__ void accumulate_float(int n, const float *__restrict__ x, float *__restrict__ total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) total[i] = total[i] + x[i];
}

/* ---- measuring ---------------------------------------------------------------------------------------------------------------- */

constexpr int ARRAYS = 4;
constexpr float AMOUNT = 0.3f;
/** As many blocks as fill the GPU, for loops over the grid. */
int resident() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  return device.multiProcessorCount * (device.maxThreadsPerMultiProcessor / BLOCK);
}

struct Memory {
  float *floats[ARRAYS];
  __half *halves[ARRAYS];
  float *result;
};
struct Way {
  std::string name;
  /** Of one element, read and written. */
  int bytes;
  std::function<void(int, const Memory &)> launch;
  bool isOfHalves;
};
struct Loop {
  std::string name;
  int reads;
  /** The array that is written, or -1 where all elements become one number. */
  int written;
  bool writesFloats;
  std::vector<Way> ways;
};

/** The same numbers for every way: what is in floats is what is in halves. */
__global__ void to_float(int n, const __half *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __half2float(x[i]);
}
void prepare(int n, const Memory &memory) {
  for (int k = 0; k < ARRAYS; ++k) {
    fill<<<blocks(n), BLOCK>>>(n, k + 1, 0.0f, 1.0f, memory.floats[k]);
    to_half<<<blocks(n), BLOCK>>>(n, memory.floats[k], memory.halves[k]);
    to_float<<<blocks(n), BLOCK>>>(n, memory.halves[k], memory.floats[k]);
  }
  CHECK(cudaMemset(memory.result, 0, sizeof(float)));
  CHECK(cudaGetLastError());
}

std::vector<double> computed(int n, const Memory &memory, const Loop &loop, const Way &way) {
  prepare(n, memory);
  way.launch(n, memory);
  CHECK(cudaDeviceSynchronize());
  if (loop.written < 0) {
    float result;
    CHECK(cudaMemcpy(&result, memory.result, sizeof result, cudaMemcpyDeviceToHost));
    return {result};
  }
  std::vector<float> floats(n);
  std::vector<__half> halves(n);
  const bool inHalves = way.isOfHalves && !loop.writesFloats;
  if (inHalves) CHECK(cudaMemcpy(halves.data(), memory.halves[loop.written], 2ll * n, cudaMemcpyDeviceToHost));
  else CHECK(cudaMemcpy(floats.data(), memory.floats[loop.written], 4ll * n, cudaMemcpyDeviceToHost));
  std::vector<double> values(n);
  for (int i = 0; i < n; ++i) values[i] = inHalves ? __half2float(halves[i]) : floats[i];
  return values;
}

/** In double, on the CPU, from the same numbers. */
double exact(int n, const Memory &memory, const Loop &loop) {
  prepare(n, memory);
  std::vector<float> x(n), y(n);
  CHECK(cudaMemcpy(x.data(), memory.floats[0], 4ll * n, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y.data(), memory.floats[1], 4ll * n, cudaMemcpyDeviceToHost));
  double total = 0;
  for (int i = 0; i < n; ++i) total += loop.reads == 1 ? double(x[i]) : double(x[i]) * y[i];
  return total;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 26;
  const int grid = resident();
  const std::vector<Loop> loops = {
      {"sum", 1, -1, true,
       {{"float, scalar", 4, [=](int m, const Memory &p) { sum_scalar<<<grid, BLOCK>>>(m, p.floats[0], p.result); }, false},
        {"float, vectorize x4", 4, [](int m, const Memory &p) { CHECK(of_floats::sum_float4(m, p.floats[0], p.result)); }, false},
        {"half, scalar", 2, [=](int m, const Memory &p) { sum_scalar<<<grid, BLOCK>>>(m, p.halves[0], p.result); }, true},
        {"half, vectorize x8", 2, [](int m, const Memory &p) { CHECK(of_halves::sum_half8(m, p.halves[0], p.result)); }, true}}},
      {"dot", 2, -1, true,
       {{"float, scalar", 8, [=](int m, const Memory &p) { dot_scalar<<<grid, BLOCK>>>(m, p.floats[0], p.floats[1], p.result); }, false},
        {"float, vectorize x4", 8, [](int m, const Memory &p) { CHECK(of_floats::dot_float4(m, p.floats[0], p.floats[1], p.result)); }, false},
        {"half, scalar", 4, [=](int m, const Memory &p) { dot_scalar<<<grid, BLOCK>>>(m, p.halves[0], p.halves[1], p.result); }, true},
        {"half, vectorize x8", 4, [](int m, const Memory &p) { CHECK(of_halves::dot_half8(m, p.halves[0], p.halves[1], p.result)); }, true}}},
      {"fade", 1, 1, false,
       {{"float, scalar", 8, [](int m, const Memory &p) { fade_float<<<blocks(m), BLOCK>>>(m, AMOUNT, p.floats[0], p.floats[1]); }, false},
        {"half, scalar", 4, [](int m, const Memory &p) { fade<<<blocks(m), BLOCK>>>(m, AMOUNT, p.halves[0], p.halves[1]); }, true},
        {"half, vectorize x8", 4, [](int m, const Memory &p) { CHECK(fade_half8(m, AMOUNT, p.halves[0], p.halves[1])); }, true}}},
      {"luma", 3, 3, false,
       {{"float, scalar", 16,
         [](int m, const Memory &p) { luma_float<<<blocks(m), BLOCK>>>(m, p.floats[0], p.floats[1], p.floats[2], p.floats[3]); }, false},
        {"half, scalar", 8,
         [](int m, const Memory &p) { luma<<<blocks(m), BLOCK>>>(m, p.halves[0], p.halves[1], p.halves[2], p.halves[3]); }, true},
        {"half, vectorize x8", 8,
         [](int m, const Memory &p) { CHECK(luma_half8(m, p.halves[0], p.halves[1], p.halves[2], p.halves[3])); }, true}}},
      {"accumulate", 2, 1, true,
       {{"float, scalar", 12, [](int m, const Memory &p) { accumulate_float<<<blocks(m), BLOCK>>>(m, p.floats[0], p.floats[1]); }, false},
        {"half, scalar", 10, [](int m, const Memory &p) { accumulate<<<blocks(m), BLOCK>>>(m, p.halves[0], p.floats[1]); }, true},
        {"half, vectorize x8", 10, [](int m, const Memory &p) { CHECK(accumulate_half8(m, p.halves[0], p.floats[1])); }, true}}},
  };

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  Memory memory;
  for (int k = 0; k < ARRAYS; ++k) {
    CHECK(cudaMalloc(&memory.floats[k], 4ll * n));
    CHECK(cudaMalloc(&memory.halves[k], 2ll * n));
  }
  CHECK(cudaMalloc(&memory.result, sizeof(float)));
  const double copy = copyRate(memory.floats[1], memory.floats[0], n);
  std::printf("%s, %d numbers an array, median of 31 launches (least - most); copy by cudaMemcpy: %.0f GB/s\n", device.name, n, copy);
  std::printf("%-12s %-22s %9s %21s %8s %9s %9s\n", "loop", "how", "ms", "least - most", "GB/s", "of copy", "speedup");
  for (const Loop &loop : loops) {
    double base = 0;
    for (const Way &way : loop.ways) {
      prepare(n, memory);
      const Figures t = timed([&] { way.launch(n, memory); });
      if (base == 0) base = t.medianMs;
      const double rate = static_cast<double>(way.bytes) * n / t.medianMs / 1e6;
      char spread[40];
      std::snprintf(spread, sizeof spread, "%.4f - %.4f", t.leastMs, t.mostMs);
      std::printf("%-12s %-22s %9.4f %21s %8.0f %8.1f%% %9.2f\n", loop.name.c_str(), way.name.c_str(), t.medianMs, spread, rate, 100 * rate / copy,
                  base / t.medianMs);
    }
    // what they compute, with a tail of 5
    const int m = std::min(n, 1 << 20) + 5 - (n <= 1 << 20 ? 8 : 0);
    if (loop.written < 0) {
      const double right = exact(m, memory, loop);
      std::printf("%-12s relative error against double:", loop.name.c_str());
      for (const Way &way : loop.ways) {
        const double off = std::abs(computed(m, memory, loop, way)[0] - right) / right;
        std::printf(" %s %.3g%s", way.name.c_str(), off, &way == &loop.ways.back() ? "\n" : ";");
        // sums of a million numbers in float: further off than this is another sum
        if (!(off < 1e-4)) return std::fprintf(stderr, "%s, %s: not the sum\n", loop.name.c_str(), way.name.c_str()), 1;
      }
      continue;
    }
    const std::vector<double> inFloat = computed(m, memory, loop, loop.ways[0]), scalar = computed(m, memory, loop, loop.ways[1]),
                              vectors = computed(m, memory, loop, loop.ways[2]);
    double offScalar = 0, offVectors = 0;
    long differing = 0;
    for (int i = 0; i < m; ++i) {
      offScalar = std::max(offScalar, std::abs(scalar[i] - inFloat[i]));
      offVectors = std::max(offVectors, std::abs(vectors[i] - inFloat[i]));
      differing += scalar[i] != vectors[i];
    }
    std::printf("%-12s largest error against scalar float: scalar half %.3g, half x8 %.3g; %ld of %d differ\n", loop.name.c_str(), offScalar,
                offVectors, differing, m);
    if (!(offVectors < 2e-3)) return std::fprintf(stderr, "%s: the vectors compute something else\n", loop.name.c_str()), 1;
  }
  return 0;
}
