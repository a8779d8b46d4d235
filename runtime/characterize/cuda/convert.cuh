// Numbers of a format on the GPU, made there of doubles.
#pragma once

#include "../summation.h"
#include "device.cuh"

namespace mx_characterize {

template <class T> __global__ void convert_numbers(const double *from, T *to, std::size_t count) {
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t at = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; at < count; at += stride) to[at] = number<T>(from[at]);
}

/** Copied once, turned into every format. */
class DeviceNumbers {
 public:
  explicit DeviceNumbers(const std::vector<double> &numbers) : count_(numbers.size()), numbers_(numbers.size()) { numbers_.write(numbers); }
  std::size_t count() const { return count_; }
  const double *doubles() { return numbers_.data(); }
  template <class T> void as(DeviceArray<T> &to) {
    convert_numbers<<<1024, 128>>>(numbers_.data(), to.data(), count_);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }

 private:
  std::size_t count_;
  DeviceArray<double> numbers_;
};

}  // namespace mx_characterize
