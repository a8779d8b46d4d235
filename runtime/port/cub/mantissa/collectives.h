// Values of all threads of a block, or of some lanes, gathered in order; one function computes each thread's result.
//
// Sums associate as cub's default algorithms do: within a warp by shuffles of growing distance, over warps in order.
#pragma once
#include "types.h"
namespace cub {

/** Lane k takes lane k + 1, then k + 2, k + 4, … of the first n of 32: the shape of cub's warp reduction. */
template <class T, class Op> T warp_total(const T *values, unsigned n, Op op) {
  T work[mx_runtime::port::lanes_per_warp];
  for (unsigned k = 0; k < n; k++) work[k] = values[k];
  for (unsigned step = 1; step < mx_runtime::port::lanes_per_warp; step *= 2)
    for (unsigned k = 0; k + step < n; k++) work[k] = op(work[k], work[k + step]);
  return work[0];
}
template <class T, class Op> T block_total(const T *values, unsigned n, Op op) {
  T total = warp_total(values, n < mx_runtime::port::lanes_per_warp ? n : mx_runtime::port::lanes_per_warp, op);
  for (unsigned first = mx_runtime::port::lanes_per_warp; first < n; first += mx_runtime::port::lanes_per_warp)
    total = op(total, warp_total(values + first, n - first < mx_runtime::port::lanes_per_warp ? n - first : mx_runtime::port::lanes_per_warp, op));
  return total;
}
/** Lane k takes lane k − 1, then k − 2, k − 4, …: out[k] is the total of values 0…k. */
template <class T, class Op> void warp_prefixes(const T *values, T *out, unsigned n, Op op) {
  for (unsigned k = 0; k < n; k++) out[k] = values[k];
  for (unsigned step = 1; step < mx_runtime::port::lanes_per_warp; step *= 2)
    for (unsigned k = n; k-- > step;) out[k] = op(out[k - step], out[k]);
}

/**
 * Every thread of the block brings a T; when all have come, `compute(values, results, n)` turns the values in thread order into
 * results in thread order.
 */
template <class T, class R, class Compute> struct block_collective : mx_runtime::port::block_operation {
  T value;
  Compute compute;
  R result{};
  static void run(mx_runtime::port::block_operation *const *threads, unsigned n) {
    std::vector<T> values;
    values.reserve(n);
    for (unsigned k = 0; k < n; k++) values.push_back(static_cast<block_collective *>(threads[k])->value);
    std::vector<R> results(n);
    static_cast<block_collective *>(threads[0])->compute(values.data(), results.data(), n);
    for (unsigned k = 0; k < n; k++) static_cast<block_collective *>(threads[k])->result = results[k];
  }
  block_collective(const char *who, T v, Compute c) : value(v), compute(c) { name = who, complete = run; }
  R await_resume() const { return result; }
};
/** The same with the result handed to a function, for interfaces that write through references. */
template <class Collective, class Deliver> struct delivered : Collective {
  Deliver deliver;
  delivered(Collective c, Deliver d) : Collective(c), deliver(d) {}
  void await_resume() const { deliver(Collective::await_resume()); }
};

template <class T, class R, class Compute> auto gather_block(const char *name, T value, Compute compute) { return block_collective<T, R, Compute>(name, value, compute); }

/** Lanes of one logical warp of `threads` lanes. */
inline unsigned lanes_of_logical_warp(unsigned threads) {
  return threads >= 32 ? ~0u : ((1u << threads) - 1) << mx_runtime::port::lane_number() / threads * threads;
}
template <class T, class Function> auto gather_warp(const char *name, unsigned threads, T value, Function f) {
  return mx_runtime::port::gathered<T, Function>(name, lanes_of_logical_warp(threads), 0u, value, f);
}

}  // namespace cub
