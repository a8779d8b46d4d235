#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockReduce {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  __device__ BlockReduce() { __builtin_trap(); }
  __device__ BlockReduce(TempStorage &storage) { __builtin_trap(); }
  template <class F> __device__ T Reduce(T value, F op) { __builtin_trap(); }
  template <class F> __device__ T Reduce(T value, F op, int count) { __builtin_trap(); }
  template <int items, class F> __device__ T Reduce(T (&values)[items], F op) { __builtin_trap(); }
  __device__ T Sum(T value) { __builtin_trap(); }
  __device__ T Sum(T value, int count) { __builtin_trap(); }
  template <int items> __device__ T Sum(T (&values)[items]) { __builtin_trap(); }
};
}
