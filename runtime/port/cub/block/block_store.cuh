// BlockStore, the counterpart of BlockLoad.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int X, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockStore {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  BlockStore() = default;
  BlockStore(TempStorage &) {}
  template <class O> void Store(O to, T (&values)[items]) const { Store(to, values, X * Y * Z * items); }
  template <class O> void Store(O to, T (&values)[items], int count) const {
    const int thread = int((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
    for (int k = 0; k < items; k++) {
      const int place = algorithm == BLOCK_STORE_STRIPED ? k * X * Y * Z + thread : thread * items + k;
      if (place < count) to[place] = values[k];
    }
  }
};
}  // namespace cub
