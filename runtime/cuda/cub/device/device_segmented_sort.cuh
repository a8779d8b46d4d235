#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceSegmentedSort {
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t SortPairs(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t SortKeys(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t SortPairsDescending(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t SortKeysDescending(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t StableSortPairs(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t StableSortKeys(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t StableSortPairsDescending(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t StableSortKeysDescending(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
