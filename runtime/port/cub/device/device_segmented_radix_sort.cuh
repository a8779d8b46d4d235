// DeviceSegmentedRadixSort: each segment as DeviceRadixSort has it.
#pragma once
#include "device_radix_sort.cuh"
namespace cub {
struct DeviceSegmentedRadixSort {
#define SORT(order)                                                                                                                                  \
  template <class K, class V, class B, class E> static cudaError_t SortPairs##order(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    if (only_asks(storage, bytes)) return cudaSuccess;                                                                                               \
    for (int s = 0; s < segments; s++) DeviceRadixSort::SortPairs##order(storage, bytes, keysIn + begins[s], keysOut + begins[s], valuesIn + begins[s], valuesOut + begins[s], ends[s] - begins[s], from, to); \
    return cudaSuccess;                                                                                                                              \
  }                                                                                                                                                  \
  template <class K, class B, class E> static cudaError_t SortKeys##order(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    if (only_asks(storage, bytes)) return cudaSuccess;                                                                                               \
    for (int s = 0; s < segments; s++) DeviceRadixSort::SortKeys##order(storage, bytes, keysIn + begins[s], keysOut + begins[s], ends[s] - begins[s], from, to); \
    return cudaSuccess;                                                                                                                              \
  }                                                                                                                                                  \
  template <class K, class V, class B, class E> static cudaError_t SortPairs##order(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, int n, int segments, B begins, E ends, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    if (!storage) return only_asks(storage, bytes), cudaSuccess;                                                                                     \
    SortPairs##order(storage, bytes, keys.Current(), keys.Alternate(), values.Current(), values.Alternate(), n, segments, begins, ends, from, to);    \
    return keys.selector ^= 1, values.selector ^= 1, cudaSuccess;                                                                                    \
  }                                                                                                                                                  \
  template <class K, class B, class E> static cudaError_t SortKeys##order(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, int n, int segments, B begins, E ends, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    if (!storage) return only_asks(storage, bytes), cudaSuccess;                                                                                     \
    SortKeys##order(storage, bytes, keys.Current(), keys.Alternate(), n, segments, begins, ends, from, to);                                           \
    return keys.selector ^= 1, cudaSuccess;                                                                                                          \
  }
  SORT()
  SORT(Descending)
#undef SORT
};
}  // namespace cub
