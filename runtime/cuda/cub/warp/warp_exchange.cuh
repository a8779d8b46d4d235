#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int items, int threads = 32, int legacyArchitecture = 0> class WarpExchange {
 public:
  struct TempStorage { T words[1]; };
  __device__ WarpExchange() { __builtin_trap(); }
  __device__ WarpExchange(TempStorage &storage) { __builtin_trap(); }
  template <class U> __device__ void StripedToBlocked(const T (&in)[items], U (&out)[items]) { __builtin_trap(); }
  template <class U> __device__ void BlockedToStriped(const T (&in)[items], U (&out)[items]) { __builtin_trap(); }
};
}
