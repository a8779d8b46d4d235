#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceAdjacentDifference {
  template <class I, class O, class F = Difference, class N = int> static __host__ __device__ cudaError_t SubtractLeftCopy(void *storage, std::size_t &bytes, I in, O out, N n, F op = {}, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class F = Difference, class N = int> static __host__ __device__ cudaError_t SubtractLeft(void *storage, std::size_t &bytes, I inOut, N n, F op = {}, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class F = Difference, class N = int> static __host__ __device__ cudaError_t SubtractRightCopy(void *storage, std::size_t &bytes, I in, O out, N n, F op = {}, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class F = Difference, class N = int> static __host__ __device__ cudaError_t SubtractRight(void *storage, std::size_t &bytes, I inOut, N n, F op = {}, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
