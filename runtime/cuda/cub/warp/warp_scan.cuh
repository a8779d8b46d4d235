#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int threads = 32, int legacyArchitecture = 0> class WarpScan {
 public:
  struct TempStorage { T words[threads]; };
  __device__ WarpScan(TempStorage &storage) { __builtin_trap(); }
  __device__ void InclusiveSum(T in, T &out) { __builtin_trap(); }
  __device__ void InclusiveSum(T in, T &out, T &total) { __builtin_trap(); }
  __device__ void ExclusiveSum(T in, T &out) { __builtin_trap(); }
  __device__ void ExclusiveSum(T in, T &out, T &total) { __builtin_trap(); }
  template <class F> __device__ void InclusiveScan(T in, T &out, F op) { __builtin_trap(); }
  template <class F> __device__ void ExclusiveScan(T in, T &out, T init, F op) { __builtin_trap(); }
  __device__ T Broadcast(T value, unsigned int lane) { __builtin_trap(); }
};
}
