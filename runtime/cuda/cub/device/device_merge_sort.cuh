#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceMergeSort {
  template <class K, class V, class N, class F> static __host__ __device__ cudaError_t SortPairs(void *storage, std::size_t &bytes, K keys, V values, N n, F less, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class N, class F> static __host__ __device__ cudaError_t SortKeys(void *storage, std::size_t &bytes, K keys, N n, F less, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class N, class F> static __host__ __device__ cudaError_t StableSortPairs(void *storage, std::size_t &bytes, K keys, V values, N n, F less, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class N, class F> static __host__ __device__ cudaError_t StableSortKeys(void *storage, std::size_t &bytes, K keys, N n, F less, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class L, class N, class F> static __host__ __device__ cudaError_t SortKeysCopy(void *storage, std::size_t &bytes, K in, L out, N n, F less, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class L, class W, class N, class F> static __host__ __device__ cudaError_t SortPairsCopy(void *storage, std::size_t &bytes, K keysIn, V valuesIn, L keysOut, W valuesOut, N n, F less, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
