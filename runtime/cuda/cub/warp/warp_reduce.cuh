#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int threads = 32, int legacyArchitecture = 0> class WarpReduce {
 public:
  struct TempStorage { T words[threads]; };
  __device__ WarpReduce(TempStorage &storage);
  __device__ T Sum(T value);
  __device__ T Sum(T value, int count);
  template <class F> __device__ T Reduce(T value, F op);
  template <class F> __device__ T Reduce(T value, F op, int count);
  template <class Flag> __device__ T HeadSegmentedSum(T value, Flag head);
  template <class Flag> __device__ T TailSegmentedSum(T value, Flag tail);
};
}
