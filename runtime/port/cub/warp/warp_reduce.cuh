// WarpReduce: the total is lane 0's; the others get their own value back.
#pragma once
#include "../mantissa/collectives.h"
namespace cub {
template <class T, int threads = 32, int legacyArchitecture = 0> class WarpReduce {
 public:
  struct TempStorage { T words[threads]; };
  WarpReduce(TempStorage &) {}
  template <class F> auto Reduce(T value, F op, int count) const {
    return gather_warp("cub::WarpReduce", threads, value, [op, count](const T *values, unsigned n, unsigned rank) {
      return rank ? values[rank] : warp_total(values, unsigned(count) < n ? unsigned(count) : n, op);
    });
  }
  template <class F> auto Reduce(T value, F op) const { return Reduce(value, op, threads); }
  auto Sum(T value) const { return Reduce(value, cub::Sum()); }
  auto Sum(T value, int count) const { return Reduce(value, cub::Sum(), count); }
};
}  // namespace cub
