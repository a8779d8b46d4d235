#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class K, int X, int items, class V = NullType, int bits = 4, bool memoize = true, int... rest> class BlockRadixSort {
 public:
  struct TempStorage { K words[X * items]; };
  __device__ BlockRadixSort() { __builtin_trap(); }
  __device__ BlockRadixSort(TempStorage &storage) { __builtin_trap(); }
  __device__ void Sort(K (&keys)[items], int beginBit = 0, int endBit = sizeof(K) * 8) { __builtin_trap(); }
  __device__ void SortDescending(K (&keys)[items], int beginBit = 0, int endBit = sizeof(K) * 8) { __builtin_trap(); }
  template <class W> __device__ void Sort(K (&keys)[items], W (&values)[items], int beginBit = 0, int endBit = sizeof(K) * 8) { __builtin_trap(); }
};
}
