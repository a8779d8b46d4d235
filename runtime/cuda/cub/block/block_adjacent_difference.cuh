#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockAdjacentDifference {
 public:
  struct TempStorage { T words[1]; };
  __device__ BlockAdjacentDifference() { __builtin_trap(); }
  __device__ BlockAdjacentDifference(TempStorage &storage) { __builtin_trap(); }
  template <int n, class O, class F> __device__ void SubtractLeft(T (&in)[n], O (&out)[n], F op) { __builtin_trap(); }
  template <int n, class O, class F> __device__ void SubtractLeft(T (&in)[n], O (&out)[n], F op, T before) { __builtin_trap(); }
  template <int n, class O, class F> __device__ void SubtractRight(T (&in)[n], O (&out)[n], F op) { __builtin_trap(); }
  template <int n, class O, class F> __device__ void SubtractRight(T (&in)[n], O (&out)[n], F op, T behind) { __builtin_trap(); }
};
}
