// WarpScan: results are written through references when the lane goes on.
#pragma once
#include "../mantissa/collectives.h"
namespace cub {
template <class T, int threads = 32, int legacyArchitecture = 0> class WarpScan {
 public:
  struct TempStorage { T words[threads]; };
  WarpScan(TempStorage &) {}
  template <class F> auto InclusiveScan(T in, T &out, F op) const { return prefixes(in, op, [&out](const Result &r) { out = r.inclusive; }); }
  template <class F> auto ExclusiveScan(T in, T &out, T init, F op) const { return prefixes(in, op, [&out, init, op](const Result &r) { out = r.first ? init : op(init, r.before); }); }
  auto InclusiveSum(T in, T &out) const { return InclusiveScan(in, out, cub::Sum()); }
  auto InclusiveSum(T in, T &out, T &total) const { return prefixes(in, cub::Sum(), [&out, &total](const Result &r) { out = r.inclusive, total = r.total; }); }
  auto ExclusiveSum(T in, T &out) const { return prefixes(in, cub::Sum(), [&out](const Result &r) { out = r.before; }); }
  auto ExclusiveSum(T in, T &out, T &total) const { return prefixes(in, cub::Sum(), [&out, &total](const Result &r) { out = r.before, total = r.total; }); }
  mx_runtime::port::shuffle<T> Broadcast(T value, unsigned lane) const { return {"cub::WarpScan", lanes_of_logical_warp(threads), 0u, value, mx_runtime::port::lane_number() / threads * threads + lane}; }

 private:
  struct Result { T value, before, inclusive, total; bool first; };
  template <class F, class Deliver> static auto prefixes(T in, F op, Deliver deliver) {
    const auto all = gather_warp("cub::WarpScan", threads, Result{in, T(), T(), T(), false}, [op](const Result *all, unsigned n, unsigned rank) {
      T values[32], out[32];
      for (unsigned k = 0; k < n; k++) values[k] = all[k].value;
      warp_prefixes(values, out, n, op);
      return Result{values[rank], rank ? out[rank - 1] : T(), out[rank], out[n - 1], rank == 0};
    });
    return delivered<std::remove_const_t<decltype(all)>, Deliver>(all, deliver);
  }
};
}  // namespace cub
