#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceSegmentedReduce {
  template <class I, class O, class B, class E, class F, class T> static __host__ __device__ cudaError_t Reduce(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, F op, T init, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class B, class E> static __host__ __device__ cudaError_t Sum(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class B, class E> static __host__ __device__ cudaError_t Min(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class B, class E> static __host__ __device__ cudaError_t Max(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class B, class E> static __host__ __device__ cudaError_t ArgMin(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class B, class E> static __host__ __device__ cudaError_t ArgMax(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
