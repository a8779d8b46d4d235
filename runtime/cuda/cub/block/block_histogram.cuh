#pragma once
#include "cub/mantissa_types.h"
namespace cub {
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int X, int items, int bins, BlockHistogramAlgorithm algorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockHistogram {
 public:
  struct TempStorage { T words[1]; };
  __device__ BlockHistogram() { __builtin_trap(); }
  __device__ BlockHistogram(TempStorage &storage) { __builtin_trap(); }
  template <class C> __device__ void InitHistogram(C histogram[bins]) { __builtin_trap(); }
  template <class C> __device__ void Histogram(T (&values)[items], C histogram[bins]) { __builtin_trap(); }
  template <class C> __device__ void Composite(T (&values)[items], C histogram[bins]) { __builtin_trap(); }
};
}
