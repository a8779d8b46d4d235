// WarpStore is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int threads = 32, int legacyArchitecture = 0> class WarpStore {
 public:
  struct TempStorage { T words[1]; };
  WarpStore() = default;
  WarpStore(TempStorage &) {}
  template <class... A> [[noreturn]] void Store(A &&...) const { mx_runtime::port::unavailable("cub::WarpStore"); }
};
}  // namespace cub
