// Arithmetic intensity on a GPU: one block of 1, 256 and 512 threads, each with one number, and the whole GPU with many.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/intensity.cu -o intensity && ./intensity [--quick]
#include "../intensity.h"
#include "device.cuh"

using namespace mx_characterize;

namespace {

template <class T, class Op> __global__ void compute(const T *from, T *to, std::size_t count, T one, int operations) {
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t at = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; at < count; at += stride) to[at] = intense<T, Op>(from[at], one, operations);
}

template <class T> __global__ void fill(T *to, std::size_t count, T value) {
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t at = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; at < count; at += stride) to[at] = value;
}

template <class T, class Op> void measure(std::size_t many, int repeats) {
  const T one = number<T>(1.0009765625);
  DeviceArray<T> from(many), to(many);
  fill<<<1024, 256>>>(from.data(), many, one);
  check(cudaGetLastError());
  const struct { int blocks, threads; std::size_t count; const char *text; } shapes[] = {
      {1, 1, 1, "1×1"}, {1, 256, 256, "1×256"}, {1, 512, 512, "1×512"}, {device().multiProcessorCount * 8, 256, many, "the whole GPU"}};
  for (const auto &shape : shapes)
    for (int operations : INTENSITIES) {
      const double ms = milliseconds(repeats, [&] { compute<T, Op><<<shape.blocks, shape.threads>>>(from.data(), to.data(), shape.count, one, operations); });
      if (ms < 0) {
        note_too_many_registers(name_of<T>::text(), shape.threads);
        break;
      }
      emit({{"format", name_of<T>::text()}, {"operation", Op::words}, {"n", std::to_string(operations)}, {"shape", shape.text}}, "time", ms, "ms");
    }
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const auto both = [&](auto format) {
    measure<decltype(format), Addition>(std::size_t(1) << (quick ? 21 : 23), quick ? 2 : 5);
    measure<decltype(format), Multiplication>(std::size_t(1) << (quick ? 21 : 23), quick ? 2 : 5);
  };
  using mx_runtime::cmp32x2, mx_runtime::cmp64x2, mx_runtime::fp32, mx_runtime::fp32x2, mx_runtime::fp64, mx_runtime::fp64x2, mx_runtime::fp64x4;
  for_formats<fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2, fp64x4>(both);
  tell_clock();
  return 0;
}
