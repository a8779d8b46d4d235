// BlockLoad: only the striped arrangement differs in which elements a thread gets. It does not wait.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int X, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockLoad {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  BlockLoad() = default;
  BlockLoad(TempStorage &) {}
  template <class I> void Load(I from, T (&values)[items]) const { Load(from, values, X * Y * Z * items); }
  template <class I> void Load(I from, T (&values)[items], int count) const {
    for (int k = 0; k < items; k++)
      if (place(k) < count) values[k] = from[place(k)];
  }
  template <class I, class D> void Load(I from, T (&values)[items], int count, D otherwise) const {
    for (int k = 0; k < items; k++) values[k] = place(k) < count ? T(from[place(k)]) : T(otherwise);
  }

 private:
  static int place(int k) {
    const int thread = int((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
    return algorithm == BLOCK_LOAD_STRIPED ? k * X * Y * Z + thread : thread * items + k;
  }
};
}  // namespace cub
