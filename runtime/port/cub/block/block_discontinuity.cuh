// BlockDiscontinuity is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int X, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockDiscontinuity {
 public:
  struct TempStorage { T words[1]; };
  BlockDiscontinuity() = default;
  BlockDiscontinuity(TempStorage &) {}
  template <int n, class Flag, class F> [[noreturn]] void FlagHeads(Flag (&heads)[n], T (&values)[n], F op) const { mx_runtime::port::unavailable("cub::BlockDiscontinuity"); }
  template <int n, class Flag, class F> [[noreturn]] void FlagHeads(Flag (&heads)[n], T (&values)[n], F op, T before) const { mx_runtime::port::unavailable("cub::BlockDiscontinuity"); }
  template <int n, class Flag, class F> [[noreturn]] void FlagTails(Flag (&tails)[n], T (&values)[n], F op) const { mx_runtime::port::unavailable("cub::BlockDiscontinuity"); }
  template <int n, class Flag, class F> [[noreturn]] void FlagTails(Flag (&tails)[n], T (&values)[n], F op, T behind) const { mx_runtime::port::unavailable("cub::BlockDiscontinuity"); }
  template <int n, class Flag, class F> [[noreturn]] void FlagHeadsAndTails(Flag (&heads)[n], Flag (&tails)[n], T (&values)[n], F op) const { mx_runtime::port::unavailable("cub::BlockDiscontinuity"); }
};
}  // namespace cub
