// WarpLoad is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int threads = 32, int legacyArchitecture = 0> class WarpLoad {
 public:
  struct TempStorage { T words[1]; };
  WarpLoad() = default;
  WarpLoad(TempStorage &) {}
  template <class... A> [[noreturn]] void Load(A &&...) const { mx_runtime::port::unavailable("cub::WarpLoad"); }
};
}  // namespace cub
