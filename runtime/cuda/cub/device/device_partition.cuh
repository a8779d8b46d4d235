#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DevicePartition {
  template <class I, class F, class O, class C, class N> static __host__ __device__ cudaError_t Flagged(void *storage, std::size_t &bytes, I in, F flags, O out, C count, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class C, class N, class P> static __host__ __device__ cudaError_t If(void *storage, std::size_t &bytes, I in, O out, C count, N n, P predicate, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
