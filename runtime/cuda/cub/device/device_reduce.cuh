#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceReduce {
  template <class I, class O, class N, class F, class T> static __host__ __device__ cudaError_t Reduce(void *storage, std::size_t &bytes, I in, O out, N n, F op, T init, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class N> static __host__ __device__ cudaError_t Sum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class N> static __host__ __device__ cudaError_t Min(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class N> static __host__ __device__ cudaError_t Max(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class N> static __host__ __device__ cudaError_t ArgMin(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class N> static __host__ __device__ cudaError_t ArgMax(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class N, class F, class G, class T> static __host__ __device__ cudaError_t TransformReduce(void *storage, std::size_t &bytes, I in, O out, N n, F op, G transform, T init, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class U, class V, class A, class C, class F, class N> static __host__ __device__ cudaError_t ReduceByKey(void *storage, std::size_t &bytes, K keys, U unique, V values, A aggregates, C runs, F op, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
