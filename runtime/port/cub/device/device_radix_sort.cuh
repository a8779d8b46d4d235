// DeviceRadixSort: stable, by the given bits of the keys as cub orders them (−0 before 0, by sign and magnitude).
#pragma once
#include "../mantissa/types.h"
#include "../../mx/merge-sort.h"
namespace cub {
struct DeviceRadixSort {
#define SORT(order, descending)                                                                                                                      \
  template <class K, class V, class N> static cudaError_t SortPairs##order(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, N n, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    return only_asks(storage, bytes) ? cudaSuccess : sort<descending>(keysIn, keysOut, valuesIn, valuesOut, std::size_t(n), from, to);               \
  }                                                                                                                                                  \
  template <class K, class V, class N> static cudaError_t SortPairs##order(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    if (only_asks(storage, bytes)) return cudaSuccess;                                                                                               \
    sort<descending>(keys.Current(), keys.Alternate(), values.Current(), values.Alternate(), std::size_t(n), from, to);                              \
    return keys.selector ^= 1, values.selector ^= 1, cudaSuccess;                                                                                    \
  }                                                                                                                                                  \
  template <class K, class N> static cudaError_t SortKeys##order(void *storage, std::size_t &bytes, const K *keysIn, K *keysOut, N n, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    return only_asks(storage, bytes) ? cudaSuccess : sort<descending, K, NullType>(keysIn, keysOut, nullptr, nullptr, std::size_t(n), from, to);     \
  }                                                                                                                                                  \
  template <class K, class N> static cudaError_t SortKeys##order(void *storage, std::size_t &bytes, DoubleBuffer<K> &keys, N n, int from = 0, int to = sizeof(K) * 8, cudaStream_t = nullptr, bool = false) { \
    if (only_asks(storage, bytes)) return cudaSuccess;                                                                                               \
    sort<descending, K, NullType>(keys.Current(), keys.Alternate(), nullptr, nullptr, std::size_t(n), from, to);                                     \
    return keys.selector ^= 1, cudaSuccess;                                                                                                          \
  }
  SORT(, false)
  SORT(Descending, true)
#undef SORT

 private:
  /** The key's bits, turned so that they order as unsigned numbers. */
  template <class K> static unsigned long long digits(const K &key, int from, int to) {
    constexpr int width = int(sizeof(K)) * 8;
    unsigned long long bits = 0;
    std::memcpy(&bits, &key, sizeof(K));
    const unsigned long long sign = 1ull << (width - 1), all = sign | (sign - 1);
    if (std::is_floating_point_v<K> || std::is_class_v<K>) bits ^= bits & sign ? all : sign;
    else if (std::is_signed_v<K>) bits ^= sign;
    const unsigned long long upper = to - from >= 64 ? ~0ull : (1ull << (to - from)) - 1;
    return bits >> from & upper;
  }
  template <bool descending, class K, class V> static cudaError_t sort(const K *keysIn, K *keysOut, const V *valuesIn, V *valuesOut, std::size_t n, int from, int to) {
    std::vector<std::size_t> order(n);
    for (std::size_t k = 0; k < n; k++) order[k] = k;
    mx_runtime::port::merge_sort(order, [&](std::size_t a, std::size_t b) {
      const unsigned long long x = digits(keysIn[a], from, to), y = digits(keysIn[b], from, to);
      return descending ? x > y : x < y;
    });
    const std::vector<K> keys(keysIn, keysIn + n);
    for (std::size_t k = 0; k < n; k++) keysOut[k] = keys[order[k]];
    if (valuesIn) {
      const std::vector<V> values(valuesIn, valuesIn + n);
      for (std::size_t k = 0; k < n; k++) valuesOut[k] = values[order[k]];
    }
    return cudaSuccess;
  }
};
}  // namespace cub
