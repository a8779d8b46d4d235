// BlockHistogram is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int X, int items, int bins, BlockHistogramAlgorithm algorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockHistogram {
 public:
  struct TempStorage { T words[1]; };
  BlockHistogram() = default;
  BlockHistogram(TempStorage &) {}
  template <class C> [[noreturn]] void InitHistogram(C histogram[bins]) const { mx_runtime::port::unavailable("cub::BlockHistogram"); }
  template <class C> [[noreturn]] void Histogram(T (&values)[items], C histogram[bins]) const { mx_runtime::port::unavailable("cub::BlockHistogram"); }
  template <class C> [[noreturn]] void Composite(T (&values)[items], C histogram[bins]) const { mx_runtime::port::unavailable("cub::BlockHistogram"); }
};
}  // namespace cub
