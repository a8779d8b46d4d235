// Bandwidths in GB/s (10⁹ bytes) by format and size: DRAM and the caches, shared memory, the bus to the host; what an atomic addition
// costs by format and by the number of threads that add to one number; the cost of a launch.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/memory.cu -o memory && ./memory [--quick]
#include "../numbers.h"
#include "device.cuh"

using namespace mx_characterize;

namespace {

template <class T> __global__ void copy_elements(const T *__restrict__ from, T *__restrict__ to, std::size_t count) {
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t at = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; at < count; at += stride) to[at] = from[at];
}

/** Every block reads the same `count` elements (a power of two) again and again: out of L2 where they are too many for L1. */
template <class T> __global__ void read_again(const T *from, int count, int rounds, T *sink) {
  T sum = T(0);
  for (int round = 0; round < rounds; round++)
#pragma unroll 8
    for (int at = threadIdx.x; at < count; at += blockDim.x) sum = sum + from[(at + blockIdx.x * 4096 + round * 32) & (count - 1)];
  if (sum == T(-12345)) *sink = sum;
}

template <class T> __global__ void read_shared(int rounds, T *sink) {
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

/** Threads that add to one number: `sharing` consecutive ones. */
template <class T> __global__ void add_atomically(T *to, int rounds, int sharing, T value) {
  T *own = to + (blockIdx.x * blockDim.x + threadIdx.x) / sharing;
  for (int round = 0; round < rounds; round++) mx_runtime::atomic_add(own, value);
}

__global__ void nothing() {}

class MemoryBench {
 public:
  explicit MemoryBench(bool quick)
      : bytes_(std::size_t(1) << (quick ? 28 : 30)), repeats_(quick ? 3 : 7), multiprocessors_(device().multiProcessorCount), first_(bytes_), second_(bytes_) {
    check(cudaMemset(first_.data(), 0, bytes_));
    check(cudaMemset(second_.data(), 0, bytes_));
  }

  /** Bytes read and bytes written together, the whole of both arrays or less. */
  template <class T> double copied(std::size_t bytes) {
    const T *from = as<T>(first_);
    T *to = as<T>(second_);
    const std::size_t times = std::max<std::size_t>(1, (std::size_t(1) << 26) / bytes);
    const double ms = milliseconds(repeats_, [&] {
      for (std::size_t time = 0; time < times; time++) copy_elements<<<multiprocessors_ * 16, 512>>>(from, to, bytes / sizeof(T));
    });
    return 2.0 * double(bytes) * double(times) / ms / 1e6;
  }
  template <class T> double cached(int bytes) {
    const int count = bytes / int(sizeof(T)), rounds = int(std::max<long long>(1, (1LL << 24) / bytes));
    const double ms = milliseconds(repeats_, [&] { read_again<<<multiprocessors_ * 2, 1024>>>(as<T>(first_), count, rounds, as<T>(second_)); });
    return double(count) * sizeof(T) * rounds * multiprocessors_ * 2 / ms / 1e6;
  }
  template <class T> double shared() {
    const int rounds = 2000;
    const double ms = milliseconds(repeats_, [&] { read_shared<<<multiprocessors_ * 2, 1024>>>(rounds, as<T>(second_)); });
    return 8.0 * rounds * 1024 * 2 * multiprocessors_ * sizeof(T) / ms / 1e6;
  }
  /** Additions a nanosecond. */
  template <class T> double atomics(int sharing) {
    const int rounds = sharing == 1 ? 64 : sharing == 32 ? 4 : 1, blocks = multiprocessors_ * 4, threads = 256;
    check(cudaMemset(second_.data(), 0, std::size_t(64) << 20));
    const double ms = milliseconds(3, [&] { add_atomically<<<blocks, threads>>>(as<T>(second_), rounds, sharing, number<T>(1)); });
    return double(rounds) * threads * blocks / ms / 1e6;
  }
  double over_bus(std::size_t bytes, bool pinned, cudaMemcpyKind kind) {
    void *host = nullptr;
    if (pinned) check(cudaMallocHost(&host, bytes));
    else host = std::calloc(bytes, 1);
    if (!host) {
      std::fprintf(stderr, "no host memory\n");
      std::exit(1);
    }
    const double ms = milliseconds(repeats_, [&] {
      check(kind == cudaMemcpyHostToDevice ? cudaMemcpy(first_.data(), host, bytes, kind) : cudaMemcpy(host, first_.data(), bytes, kind));
    });
    if (pinned) check(cudaFreeHost(host));
    else std::free(host);
    return double(bytes) / ms / 1e6;
  }
  double launch_us() {
    const int launches = 500;
    return milliseconds(5, [&] {
             for (int launch = 0; launch < launches; launch++) nothing<<<1, 1>>>();
           }) * 1000 / launches;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  int repeats_, multiprocessors_;
  DeviceArray<char> first_, second_;
  template <class T> static T *as(DeviceArray<char> &array) { return reinterpret_cast<T *>(array.data()); }
};

template <class T> void measure_atomics(MemoryBench &bench) {
  for (const auto &one : {std::pair<int, const char *>{1, "atomics, each its own"}, {32, "atomics, 32 on one"}, {1024, "atomics, 1024 on one"}})
    emit({{"what", one.second}, {"format", name_of<T>::text()}}, "atomics", bench.atomics<T>(one.first), "additions/ns");
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  MemoryBench bench(quick);
  for (std::size_t bytes : {std::size_t(1) << 20, std::size_t(1) << 24, bench.bytes()})
    for_every_format([&](auto format) {
      using T = decltype(format);
      emit({{"format", name_of<T>::text()}, {"kib", std::to_string(bytes >> 9)}}, "bandwidth", bench.copied<T>(bytes), "GB/s");
    });
  // numbers of 8 bits are not computed with, but copied as bytes are
  emit({{"format", "fp8e4m3"}, {"kib", std::to_string(bench.bytes() >> 9)}}, "bandwidth", bench.copied<unsigned char>(bench.bytes()), "GB/s");
  const int in_l2 = device().l2CacheSize >= 32 << 20 ? 8 << 20 : 1 << 20;
  const auto tell = [](const char *what, const char *format, double value) { emit({{"what", what}, {"format", format}}, "bandwidth", value, "GB/s"); };
  tell("L2, read", "fp32", bench.cached<float>(in_l2));
  tell("L2, read", "fp64", bench.cached<double>(in_l2));
  tell("L1, read", "fp32", bench.cached<float>(32 << 10));
  tell("L1, read", "fp64", bench.cached<double>(32 << 10));
  tell("shared memory, read", "fp32", bench.shared<float>());
  tell("shared memory, read", "fp64", bench.shared<double>());
  for (std::size_t bytes : {std::size_t(1) << 16, std::size_t(1) << 20, std::size_t(1) << 28})
    for (bool pinned : {false, true}) {
      const auto name = [&](const char *where) { return std::string(where) + ", " + std::to_string(bytes >> 10) + " KiB" + (pinned ? ", pinned" : ""); };
      tell(name("to the GPU").c_str(), "bytes", bench.over_bus(bytes, pinned, cudaMemcpyHostToDevice));
      tell(name("to the host").c_str(), "bytes", bench.over_bus(bytes, pinned, cudaMemcpyDeviceToHost));
    }
  using namespace mx_runtime;
  for_formats<fp16, bf16, fp32, fp64, fp32x2, fp64x2>([&](auto format) { measure_atomics<decltype(format)>(bench); });
  emit({}, "launch", bench.launch_us(), "µs");
  tell_clock();
  return 0;
}
