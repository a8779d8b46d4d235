#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockDiscontinuity {
 public:
  struct TempStorage { T words[1]; };
  __device__ BlockDiscontinuity() { __builtin_trap(); }
  __device__ BlockDiscontinuity(TempStorage &storage) { __builtin_trap(); }
  template <int n, class Flag, class F> __device__ void FlagHeads(Flag (&heads)[n], T (&values)[n], F op) { __builtin_trap(); }
  template <int n, class Flag, class F> __device__ void FlagHeads(Flag (&heads)[n], T (&values)[n], F op, T before) { __builtin_trap(); }
  template <int n, class Flag, class F> __device__ void FlagTails(Flag (&tails)[n], T (&values)[n], F op) { __builtin_trap(); }
  template <int n, class Flag, class F> __device__ void FlagTails(Flag (&tails)[n], T (&values)[n], F op, T behind) { __builtin_trap(); }
  template <int n, class Flag, class F> __device__ void FlagHeadsAndTails(Flag (&heads)[n], Flag (&tails)[n], T (&values)[n], F op) { __builtin_trap(); }
};
}
