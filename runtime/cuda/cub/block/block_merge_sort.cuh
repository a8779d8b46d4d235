#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, int items, class V = NullType, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockMergeSort {
 public:
  struct TempStorage { T words[1]; };
  __device__ BlockMergeSort() { __builtin_trap(); }
  __device__ BlockMergeSort(TempStorage &storage) { __builtin_trap(); }
  template <class F> __device__ void Sort(T (&keys)[items], F less) { __builtin_trap(); }
  template <class F> __device__ void Sort(T (&keys)[items], F less, int count, T otherwise) { __builtin_trap(); }
  template <class F> __device__ void StableSort(T (&keys)[items], F less) { __builtin_trap(); }
  template <class W, class F> __device__ void Sort(T (&keys)[items], W (&values)[items], F less) { __builtin_trap(); }
};
}
