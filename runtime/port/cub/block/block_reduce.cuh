// BlockReduce: the total is thread 0's; the others get their own value back.
#pragma once
#include "../mantissa/collectives.h"
namespace cub {
template <class T, int X, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockReduce {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  BlockReduce() = default;
  BlockReduce(TempStorage &) {}
  template <class F> auto Reduce(T value, F op, int count) const {
    return gather_block<T, T>("cub::BlockReduce", value, [op, count](const T *values, T *results, unsigned n) {
      for (unsigned k = 0; k < n; k++) results[k] = values[k];
      results[0] = block_total(values, unsigned(count) < n ? unsigned(count) : n, op);
    });
  }
  template <class F> auto Reduce(T value, F op) const { return Reduce(value, op, X * Y * Z); }
  template <int items, class F> auto Reduce(T (&values)[items], F op) const {
    T own = values[0];
    for (int k = 1; k < items; k++) own = op(own, values[k]);
    return Reduce(own, op);
  }
  auto Sum(T value) const { return Reduce(value, cub::Sum()); }
  auto Sum(T value, int count) const { return Reduce(value, cub::Sum(), count); }
  template <int items> auto Sum(T (&values)[items]) const { return Reduce(values, cub::Sum()); }
};
}  // namespace cub
