#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceRadixSort {
#define SORT(order) \
  template <class K, class V, class N> static __host__ __device__ cudaError_t SortPairs##order(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, N n, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); } \
  template <class K, class V, class N> static __host__ __device__ cudaError_t SortPairs##order(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); } \
  template <class K, class N> static __host__ __device__ cudaError_t SortKeys##order(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, N n, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); } \
  template <class K, class N> static __host__ __device__ cudaError_t SortKeys##order(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, N n, int beginBit = 0, int endBit = sizeof(K) * 8, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  SORT()
  SORT(Descending)
#undef SORT
};
}
