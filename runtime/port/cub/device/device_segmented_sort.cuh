// DeviceSegmentedSort: always stable.
#pragma once
#include "device_segmented_radix_sort.cuh"
namespace cub {
struct DeviceSegmentedSort {
#define SORT(how, as)                                                                                                                                  \
  template <class K, class V, class B, class E> static cudaError_t how##Pairs##as(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, int n, int segments, B begins, E ends, cudaStream_t = nullptr, bool = false) { return DeviceSegmentedRadixSort::SortPairs##as(storage, bytes, keysIn, keysOut, valuesIn, valuesOut, n, segments, begins, ends); } \
  template <class K, class B, class E> static cudaError_t how##Keys##as(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, int n, int segments, B begins, E ends, cudaStream_t = nullptr, bool = false) { return DeviceSegmentedRadixSort::SortKeys##as(storage, bytes, keysIn, keysOut, n, segments, begins, ends); }
  SORT(Sort, )
  SORT(Sort, Descending)
  SORT(StableSort, )
  SORT(StableSort, Descending)
#undef SORT
};
}  // namespace cub
