#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockStore {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  __device__ BlockStore() { __builtin_trap(); }
  __device__ BlockStore(TempStorage &storage) { __builtin_trap(); }
  template <class O> __device__ void Store(O to, T (&values)[items]) { __builtin_trap(); }
  template <class O> __device__ void Store(O to, T (&values)[items], int count) { __builtin_trap(); }
};
}
