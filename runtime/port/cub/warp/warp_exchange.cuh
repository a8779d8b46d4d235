// WarpExchange is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int items, int threads = 32, int legacyArchitecture = 0> class WarpExchange {
 public:
  struct TempStorage { T words[1]; };
  WarpExchange() = default;
  WarpExchange(TempStorage &) {}
  template <class U> [[noreturn]] void StripedToBlocked(const T (&in)[items], U (&out)[items]) const { mx_runtime::port::unavailable("cub::WarpExchange"); }
  template <class U> [[noreturn]] void BlockedToStriped(const T (&in)[items], U (&out)[items]) const { mx_runtime::port::unavailable("cub::WarpExchange"); }
};
}  // namespace cub
