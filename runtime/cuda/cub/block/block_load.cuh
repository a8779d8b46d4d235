#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockLoad {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  __device__ BlockLoad() { __builtin_trap(); }
  __device__ BlockLoad(TempStorage &storage) { __builtin_trap(); }
  template <class I> __device__ void Load(I from, T (&values)[items]) { __builtin_trap(); }
  template <class I> __device__ void Load(I from, T (&values)[items], int count) { __builtin_trap(); }
  template <class I, class D> __device__ void Load(I from, T (&values)[items], int count, D otherwise) { __builtin_trap(); }
};
}
