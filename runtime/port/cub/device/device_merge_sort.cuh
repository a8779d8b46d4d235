// DeviceMergeSort: always stable.
#pragma once
#include "../mantissa/types.h"
#include "../../mx/merge-sort.h"
namespace cub {
struct DeviceMergeSort {
  template <class K, class V, class L, class W, class N, class F> static cudaError_t SortPairsCopy(void *storage, std::size_t &bytes, K keysIn, V valuesIn, L keysOut, W valuesOut, N n, F less, cudaStream_t = nullptr, bool = false) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    const std::vector<value_of<K>> keys(keysIn, keysIn + n);
    const std::vector<value_of<V>> values(valuesIn, valuesIn + n);
    const auto order = sorted(keys, less);
    for (std::size_t k = 0; k < order.size(); k++) keysOut[k] = keys[order[k]], valuesOut[k] = values[order[k]];
    return cudaSuccess;
  }
  template <class K, class L, class N, class F> static cudaError_t SortKeysCopy(void *storage, std::size_t &bytes, K in, L out, N n, F less, cudaStream_t = nullptr, bool = false) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    const std::vector<value_of<K>> keys(in, in + n);
    const auto order = sorted(keys, less);
    for (std::size_t k = 0; k < order.size(); k++) out[k] = keys[order[k]];
    return cudaSuccess;
  }
#define SORT(how)                                                                                                                                                      \
  template <class K, class V, class N, class F> static cudaError_t how##Pairs(void *storage, std::size_t &bytes, K keys, V values, N n, F less, cudaStream_t = nullptr, bool = false) { return SortPairsCopy(storage, bytes, keys, values, keys, values, n, less); } \
  template <class K, class N, class F> static cudaError_t how##Keys(void *storage, std::size_t &bytes, K keys, N n, F less, cudaStream_t = nullptr, bool = false) { return SortKeysCopy(storage, bytes, keys, keys, n, less); }
  SORT(Sort)
  SORT(StableSort)
#undef SORT

 private:
  template <class K, class F> static std::vector<std::size_t> sorted(const std::vector<K> &keys, F less) {
    std::vector<std::size_t> order(keys.size());
    for (std::size_t k = 0; k < order.size(); k++) order[k] = k;
    mx_runtime::port::merge_sort(order, [&](std::size_t a, std::size_t b) { return less(keys[a], keys[b]); });
    return order;
  }
};
}  // namespace cub
