#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int threads = 32, int legacyArchitecture = 0> class WarpReduce {
 public:
  struct TempStorage { T words[threads]; };
  __device__ WarpReduce(TempStorage &storage) { __builtin_trap(); }
  __device__ T Sum(T value) { __builtin_trap(); }
  __device__ T Sum(T value, int count) { __builtin_trap(); }
  template <class F> __device__ T Reduce(T value, F op) { __builtin_trap(); }
  template <class F> __device__ T Reduce(T value, F op, int count) { __builtin_trap(); }
  template <class Flag> __device__ T HeadSegmentedSum(T value, Flag head) { __builtin_trap(); }
  template <class Flag> __device__ T TailSegmentedSum(T value, Flag tail) { __builtin_trap(); }
};
}
