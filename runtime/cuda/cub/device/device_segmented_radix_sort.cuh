#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceSegmentedRadixSort {
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t SortPairs(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t SortKeys(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t SortPairs(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t SortKeys(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t SortPairsDescending(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t SortKeysDescending(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class V, class B, class E> static __host__ __device__ cudaError_t SortPairsDescending(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class B, class E> static __host__ __device__ cudaError_t SortKeysDescending(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, int n, int segments, B begins, E ends, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
