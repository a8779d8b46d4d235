// BlockExchange is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int X, int items, bool inSlices = false, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockExchange {
 public:
  struct TempStorage { T words[1]; };
  BlockExchange() = default;
  BlockExchange(TempStorage &) {}
  template <class U> [[noreturn]] void StripedToBlocked(const T (&in)[items], U (&out)[items]) const { mx_runtime::port::unavailable("cub::BlockExchange"); }
  template <class U> [[noreturn]] void BlockedToStriped(const T (&in)[items], U (&out)[items]) const { mx_runtime::port::unavailable("cub::BlockExchange"); }
  template <class U> [[noreturn]] void WarpStripedToBlocked(const T (&in)[items], U (&out)[items]) const { mx_runtime::port::unavailable("cub::BlockExchange"); }
  template <class U> [[noreturn]] void BlockedToWarpStriped(const T (&in)[items], U (&out)[items]) const { mx_runtime::port::unavailable("cub::BlockExchange"); }
  template <class U, class R> [[noreturn]] void ScatterToBlocked(const T (&in)[items], U (&out)[items], R (&ranks)[items]) const { mx_runtime::port::unavailable("cub::BlockExchange"); }
  template <class U, class R> [[noreturn]] void ScatterToStriped(const T (&in)[items], U (&out)[items], R (&ranks)[items]) const { mx_runtime::port::unavailable("cub::BlockExchange"); }
};
}  // namespace cub
