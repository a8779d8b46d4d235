#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockScan {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  __device__ BlockScan() { __builtin_trap(); }
  __device__ BlockScan(TempStorage &storage) { __builtin_trap(); }
  __device__ void ExclusiveSum(T in, T &out) { __builtin_trap(); }
  __device__ void ExclusiveSum(T in, T &out, T &total) { __builtin_trap(); }
  template <int n> __device__ void ExclusiveSum(T (&in)[n], T (&out)[n]) { __builtin_trap(); }
  template <int n> __device__ void ExclusiveSum(T (&in)[n], T (&out)[n], T &total) { __builtin_trap(); }
  __device__ void InclusiveSum(T in, T &out) { __builtin_trap(); }
  __device__ void InclusiveSum(T in, T &out, T &total) { __builtin_trap(); }
  template <int n> __device__ void InclusiveSum(T (&in)[n], T (&out)[n]) { __builtin_trap(); }
  template <int n> __device__ void InclusiveSum(T (&in)[n], T (&out)[n], T &total) { __builtin_trap(); }
  template <class F> __device__ void ExclusiveScan(T in, T &out, T init, F op) { __builtin_trap(); }
  template <class F> __device__ void ExclusiveScan(T in, T &out, T init, F op, T &total) { __builtin_trap(); }
  template <class F> __device__ void ExclusiveScan(T in, T &out, F op) { __builtin_trap(); }
  template <class F> __device__ void InclusiveScan(T in, T &out, F op) { __builtin_trap(); }
  template <class F> __device__ void InclusiveScan(T in, T &out, F op, T &total) { __builtin_trap(); }
};
}
