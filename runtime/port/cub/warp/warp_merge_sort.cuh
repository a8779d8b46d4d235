// WarpMergeSort is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int items, int threads = 32, class V = NullType, int legacyArchitecture = 0> class WarpMergeSort {
 public:
  struct TempStorage { T words[1]; };
  WarpMergeSort() = default;
  WarpMergeSort(TempStorage &) {}
  template <class F> [[noreturn]] void Sort(T (&keys)[items], F less) const { mx_runtime::port::unavailable("cub::WarpMergeSort"); }
  template <class F> [[noreturn]] void StableSort(T (&keys)[items], F less) const { mx_runtime::port::unavailable("cub::WarpMergeSort"); }
  template <class W, class F> [[noreturn]] void Sort(T (&keys)[items], W (&values)[items], F less) const { mx_runtime::port::unavailable("cub::WarpMergeSort"); }
};
}  // namespace cub
