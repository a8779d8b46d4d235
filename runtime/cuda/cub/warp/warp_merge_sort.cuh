#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int items, int threads = 32, class V = NullType, int legacyArchitecture = 0> class WarpMergeSort {
 public:
  struct TempStorage { T words[1]; };
  __device__ WarpMergeSort() { __builtin_trap(); }
  __device__ WarpMergeSort(TempStorage &storage) { __builtin_trap(); }
  template <class F> __device__ void Sort(T (&keys)[items], F less) { __builtin_trap(); }
  template <class F> __device__ void StableSort(T (&keys)[items], F less) { __builtin_trap(); }
  template <class W, class F> __device__ void Sort(T (&keys)[items], W (&values)[items], F less) { __builtin_trap(); }
};
}
