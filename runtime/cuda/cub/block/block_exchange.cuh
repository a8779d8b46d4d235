#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, int items, bool inSlices = false, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockExchange {
 public:
  struct TempStorage { T words[1]; };
  __device__ BlockExchange() { __builtin_trap(); }
  __device__ BlockExchange(TempStorage &storage) { __builtin_trap(); }
  template <class U> __device__ void StripedToBlocked(const T (&in)[items], U (&out)[items]) { __builtin_trap(); }
  template <class U> __device__ void BlockedToStriped(const T (&in)[items], U (&out)[items]) { __builtin_trap(); }
  template <class U> __device__ void WarpStripedToBlocked(const T (&in)[items], U (&out)[items]) { __builtin_trap(); }
  template <class U> __device__ void BlockedToWarpStriped(const T (&in)[items], U (&out)[items]) { __builtin_trap(); }
  template <class U, class R> __device__ void ScatterToBlocked(const T (&in)[items], U (&out)[items], R (&ranks)[items]) { __builtin_trap(); }
  template <class U, class R> __device__ void ScatterToStriped(const T (&in)[items], U (&out)[items], R (&ranks)[items]) { __builtin_trap(); }
};
}
