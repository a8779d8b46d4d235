// BlockMergeSort is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int X, int items, class V = NullType, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockMergeSort {
 public:
  struct TempStorage { T words[1]; };
  BlockMergeSort() = default;
  BlockMergeSort(TempStorage &) {}
  template <class F> [[noreturn]] void Sort(T (&keys)[items], F less) const { mx_runtime::port::unavailable("cub::BlockMergeSort"); }
  template <class F> [[noreturn]] void Sort(T (&keys)[items], F less, int count, T otherwise) const { mx_runtime::port::unavailable("cub::BlockMergeSort"); }
  template <class F> [[noreturn]] void StableSort(T (&keys)[items], F less) const { mx_runtime::port::unavailable("cub::BlockMergeSort"); }
  template <class W, class F> [[noreturn]] void Sort(T (&keys)[items], W (&values)[items], F less) const { mx_runtime::port::unavailable("cub::BlockMergeSort"); }
};
}  // namespace cub
