#pragma once
#include "cub/mantissa_types.h"
namespace cub {
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int threads = 32, int legacyArchitecture = 0> class WarpStore {
 public:
  struct TempStorage { T words[1]; };
  __device__ WarpStore() { __builtin_trap(); }
  __device__ WarpStore(TempStorage &storage) { __builtin_trap(); }
  template <class O> __device__ void Store(O to, T (&values)[items]) { __builtin_trap(); }
  template <class O> __device__ void Store(O to, T (&values)[items], int count) { __builtin_trap(); }
};
}
