#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int threads = 32, int legacyArchitecture = 0> class WarpScan {
 public:
  struct TempStorage { T words[threads]; };
  __device__ WarpScan(TempStorage &storage);
  __device__ void InclusiveSum(T in, T &out);
  __device__ void InclusiveSum(T in, T &out, T &total);
  __device__ void ExclusiveSum(T in, T &out);
  __device__ void ExclusiveSum(T in, T &out, T &total);
  template <class F> __device__ void InclusiveScan(T in, T &out, F op);
  template <class F> __device__ void ExclusiveScan(T in, T &out, T init, F op);
  __device__ T Broadcast(T value, unsigned int lane);
};
}
