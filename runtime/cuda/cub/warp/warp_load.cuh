#pragma once
#include "cub/mantissa_types.h"
namespace cub {
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int threads = 32, int legacyArchitecture = 0> class WarpLoad {
 public:
  struct TempStorage { T words[1]; };
  __device__ WarpLoad() { __builtin_trap(); }
  __device__ WarpLoad(TempStorage &storage) { __builtin_trap(); }
  template <class I> __device__ void Load(I from, T (&values)[items]) { __builtin_trap(); }
  template <class I> __device__ void Load(I from, T (&values)[items], int count) { __builtin_trap(); }
  template <class I, class D> __device__ void Load(I from, T (&values)[items], int count, D otherwise) { __builtin_trap(); }
};
}
