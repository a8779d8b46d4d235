#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceHistogram {
  template <class I, class C, class L, class N> static __host__ __device__ cudaError_t HistogramEven(void *storage, std::size_t &bytes, I samples, C *histogram, int levels, L lower, L upper, N n, cudaStream_t stream = 0) { __builtin_trap(); }
  template <class I, class C, class L, class N> static __host__ __device__ cudaError_t HistogramRange(void *storage, std::size_t &bytes, I samples, C *histogram, int levels, const L *bounds, N n, cudaStream_t stream = 0) { __builtin_trap(); }
};
}
