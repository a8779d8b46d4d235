// BlockAdjacentDifference is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int X, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockAdjacentDifference {
 public:
  struct TempStorage { T words[1]; };
  BlockAdjacentDifference() = default;
  BlockAdjacentDifference(TempStorage &) {}
  template <int n, class O, class F> [[noreturn]] void SubtractLeft(T (&in)[n], O (&out)[n], F op) const { mx_runtime::port::unavailable("cub::BlockAdjacentDifference"); }
  template <int n, class O, class F> [[noreturn]] void SubtractLeft(T (&in)[n], O (&out)[n], F op, T before) const { mx_runtime::port::unavailable("cub::BlockAdjacentDifference"); }
  template <int n, class O, class F> [[noreturn]] void SubtractRight(T (&in)[n], O (&out)[n], F op) const { mx_runtime::port::unavailable("cub::BlockAdjacentDifference"); }
  template <int n, class O, class F> [[noreturn]] void SubtractRight(T (&in)[n], O (&out)[n], F op, T behind) const { mx_runtime::port::unavailable("cub::BlockAdjacentDifference"); }
};
}  // namespace cub
