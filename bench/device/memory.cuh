// Bandwidths in GB/s (10⁹ bytes): DRAM for elements of 2 to 16 bytes per access, the caches, shared memory, the bus to the host; and what
// a launch and an atomic addition cost.
#pragma once
#include <cuda_fp16.h>

#include "timing.cuh"

template <class T> __global__ void copy_elements(const T* __restrict__ from, T* __restrict__ to, std::size_t count) {
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t at = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; at < count; at += stride) to[at] = from[at];
}

/** Every block reads the same `count` elements (a power of two) again and again: out of L2 where they are too many for L1. */
template <class T> __global__ void read_again(const T* from, int count, int rounds, T* sink) {
  T sum = T(0);
  for (int round = 0; round < rounds; round++)
#pragma unroll 8
    for (int at = threadIdx.x; at < count; at += blockDim.x)
      sum = sum + from[(at + blockIdx.x * 4096 + round * 32) & (count - 1)];
  if (sum == T(-12345)) *sink = sum;
}

template <class T> __global__ void read_shared(int rounds, T* sink) {
  __shared__ T tile[2048];
  for (int at = threadIdx.x; at < 2048; at += blockDim.x) tile[at] = T(float(at));
  __syncthreads();
  T sum = T(0);
  int at = threadIdx.x;
  for (int round = 0; round < rounds; round++) {
#pragma unroll
    for (int again = 0; again < 8; again++) sum = sum + tile[(at + again * 32) & 2047];
    at += 256;
  }
  if (sum == T(-12345)) *sink = sum;
}

template <class T> __global__ void add_atomically(T* to, int rounds, T value) {
  T* own = to + (blockIdx.x * blockDim.x + threadIdx.x);
  for (int round = 0; round < rounds; round++) atomicAdd(own, value);
}

__global__ void nothing() {}

class MemoryBench {
 public:
  MemoryBench(int multiprocessors, int l2Bytes) : multiprocessors_(multiprocessors), l2Bytes_(l2Bytes) {
    check(cudaMalloc(&first_, BYTES));
    check(cudaMalloc(&second_, BYTES));
    check(cudaMemset(first_, 0, BYTES));
    check(cudaMemset(second_, 0, BYTES));
  }

  /** Bytes read and bytes written together. */
  template <class T> double dram() {
    const T* from = static_cast<const T*>(first_);
    T* to = static_cast<T*>(second_);
    const std::size_t count = BYTES / sizeof(T);
    const double ms = milliseconds(7, [&] { copy_elements<<<multiprocessors_ * 16, 512>>>(from, to, count); });
    return 2.0 * BYTES / ms / 1e6;
  }
  template <class T> double cached(int bytes) {
    const int count = bytes / int(sizeof(T)), rounds = int(std::max<long long>(1, (1LL << 24) / bytes));
    T* from = static_cast<T*>(first_);
    const double ms = milliseconds(7, [&] {
      read_again<<<multiprocessors_ * 2, 1024>>>(from, count, rounds, static_cast<T*>(second_));
    });
    return double(count) * sizeof(T) * rounds * multiprocessors_ * 2 / ms / 1e6;
  }
  double l2() { return cached<double>(l2Bytes_ >= 32 << 20 ? 8 << 20 : 1 << 20); }
  double l1() { return cached<double>(32 << 10); }
  template <class T> double shared() {
    const int rounds = 2000;
    const double ms = milliseconds(7, [&] { read_shared<<<multiprocessors_ * 2, 1024>>>(rounds, static_cast<T*>(second_)); });
    return 8.0 * rounds * 1024 * 2 * multiprocessors_ * sizeof(T) / ms / 1e6;
  }
  /** Results per second, in billions, each thread on an element of its own. */
  template <class T> double atomics() {
    const double ms =
        milliseconds(5, [&] { add_atomically<<<multiprocessors_ * 2, 1024>>>(static_cast<T*>(second_), 64, T(1)); });
    return 64.0 * 1024 * 2 * multiprocessors_ / ms / 1e6;
  }
  double toDevice(bool pinned) { return overBus(pinned, cudaMemcpyHostToDevice); }
  double toHost(bool pinned) { return overBus(pinned, cudaMemcpyDeviceToHost); }
  double launchUs() {
    const int launches = 500;
    return milliseconds(5, [&] {
             for (int launch = 0; launch < launches; launch++) nothing<<<1, 1>>>();
           }) * 1000 / launches;
  }

 private:
  static constexpr std::size_t BYTES = std::size_t(1) << 30;
  static constexpr std::size_t BUS_BYTES = std::size_t(1) << 28;
  int multiprocessors_, l2Bytes_;
  void *first_ = nullptr, *second_ = nullptr;

  double overBus(bool pinned, cudaMemcpyKind kind) {
    void* host = nullptr;
    if (pinned) check(cudaMallocHost(&host, BUS_BYTES));
    else host = std::calloc(BUS_BYTES, 1);
    if (!host) { std::fprintf(stderr, "no host memory\n"); std::exit(1); }
    const double ms = milliseconds(5, [&] {
      check(kind == cudaMemcpyHostToDevice ? cudaMemcpy(first_, host, BUS_BYTES, kind) : cudaMemcpy(host, first_, BUS_BYTES, kind));
    });
    if (pinned) check(cudaFreeHost(host));
    else std::free(host);
    return double(BUS_BYTES) / ms / 1e6;
  }
};
