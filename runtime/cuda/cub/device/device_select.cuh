#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceSelect {
  template <class I, class F, class O, class C, class N> static __host__ __device__ cudaError_t Flagged(void *storage, std::size_t &bytes, I in, F flags, O out, C count, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class F, class C, class N> static __host__ __device__ cudaError_t Flagged(void *storage, std::size_t &bytes, I inOut, F flags, C count, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class C, class N, class P> static __host__ __device__ cudaError_t If(void *storage, std::size_t &bytes, I in, O out, C count, N n, P predicate, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class C, class N, class P> static __host__ __device__ cudaError_t If(void *storage, std::size_t &bytes, I inOut, C count, N n, P predicate, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class F, class O, class C, class N, class P> static __host__ __device__ cudaError_t FlaggedIf(void *storage, std::size_t &bytes, I in, F flags, O out, C count, N n, P predicate, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class C, class N> static __host__ __device__ cudaError_t Unique(void *storage, std::size_t &bytes, I in, O out, C count, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class L, class W, class C, class N> static __host__ __device__ cudaError_t UniqueByKey(void *storage, std::size_t &bytes, K keys, V values, L keysOut, W valuesOut, C count, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
