// BlockScan: results are written through references when the thread goes on.
#pragma once
#include "../mantissa/collectives.h"
namespace cub {
template <class T, int X, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockScan {
 public:
  struct TempStorage { T words[X * Y * Z]; };
  BlockScan() = default;
  BlockScan(TempStorage &) {}

  template <class F> auto InclusiveScan(T in, T &out, F op) const { return one(in, op, [&out](const Result &r) { out = r.inclusive; }); }
  template <class F> auto InclusiveScan(T in, T &out, F op, T &total) const { return one(in, op, [&out, &total](const Result &r) { out = r.inclusive, total = r.total; }); }
  template <class F> auto ExclusiveScan(T in, T &out, F op) const { return one(in, op, [&out](const Result &r) { if (!r.first) out = r.before; }); }
  template <class F> auto ExclusiveScan(T in, T &out, T init, F op) const { return one(in, op, [&out, init, op](const Result &r) { out = r.first ? init : op(init, r.before); }); }
  template <class F> auto ExclusiveScan(T in, T &out, T init, F op, T &total) const {
    return one(in, op, [&out, &total, init, op](const Result &r) { out = r.first ? init : op(init, r.before), total = r.total; });
  }
  auto InclusiveSum(T in, T &out) const { return InclusiveScan(in, out, cub::Sum()); }
  auto InclusiveSum(T in, T &out, T &total) const { return InclusiveScan(in, out, cub::Sum(), total); }
  auto ExclusiveSum(T in, T &out) const { return ExclusiveScan(in, out, T(), cub::Sum()); }
  auto ExclusiveSum(T in, T &out, T &total) const { return ExclusiveScan(in, out, T(), cub::Sum(), total); }
  template <int n> auto InclusiveSum(T (&in)[n], T (&out)[n]) const { return several<n, true>(in, out, nullptr); }
  template <int n> auto InclusiveSum(T (&in)[n], T (&out)[n], T &total) const { return several<n, true>(in, out, &total); }
  template <int n> auto ExclusiveSum(T (&in)[n], T (&out)[n]) const { return several<n, false>(in, out, nullptr); }
  template <int n> auto ExclusiveSum(T (&in)[n], T (&out)[n], T &total) const { return several<n, false>(in, out, &total); }

 private:
  struct Result { T before, inclusive, total; bool first; };
  template <class F, class Deliver> static auto one(T in, F op, Deliver deliver) {
    const auto all = gather_block<T, Result>("cub::BlockScan", in, [op](const T *values, Result *results, unsigned n) {
      T running = values[0];
      for (unsigned k = 0; k < n; k++) {
        results[k].before = running;
        results[k].first = k == 0;
        results[k].inclusive = running = k == 0 ? values[0] : op(running, values[k]);
      }
      for (unsigned k = 0; k < n; k++) results[k].total = running;
    });
    return delivered<std::remove_const_t<decltype(all)>, Deliver>(all, deliver);
  }
  template <int n, bool inclusive> static auto several(T (&in)[n], T (&out)[n], T *total) {
    T own = in[0];
    for (int k = 1; k < n; k++) own = own + in[k];
    return one(own, cub::Sum(), [&in, &out, total](const Result &r) {
      T running = r.first ? T() : r.before;
      for (int k = 0; k < n; k++) {
        const T value = in[k], next = r.first && k == 0 ? value : T(running + value);  // in and out may be one array
        out[k] = inclusive ? next : running;
        running = next;
      }
      if (total) *total = r.total;
    });
  }
};
}  // namespace cub
