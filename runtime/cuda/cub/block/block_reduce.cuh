#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockReduce {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  __device__ BlockReduce();
  __device__ BlockReduce(TempStorage &storage);
  template <class F> __device__ T Reduce(T value, F op);
  template <class F> __device__ T Reduce(T value, F op, int count);
  template <int items, class F> __device__ T Reduce(T (&values)[items], F op);
  __device__ T Sum(T value);
  __device__ T Sum(T value, int count);
  template <int items> __device__ T Sum(T (&values)[items]);
};
}
