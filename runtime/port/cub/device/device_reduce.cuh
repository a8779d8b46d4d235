// DeviceReduce: from left to right.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceReduce {
  template <class I, class O, class N, class F, class G, class T> static cudaError_t TransformReduce(void *storage, std::size_t &bytes, I in, O out, N n, F op, G transform, T init, cudaStream_t = nullptr, bool = false) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    for (N k = 0; k < n; k++) init = op(init, transform(in[k]));
    *out = init;
    return cudaSuccess;
  }
  template <class I, class O, class N, class F, class T> static cudaError_t Reduce(void *storage, std::size_t &bytes, I in, O out, N n, F op, T init, cudaStream_t = nullptr, bool = false) { return TransformReduce(storage, bytes, in, out, n, op, [](const auto &x) { return x; }, init); }
  template <class I, class O, class N> static cudaError_t Sum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return Reduce(storage, bytes, in, out, n, cub::Sum(), value_of<I>()); }
  template <class I, class O, class N> static cudaError_t Min(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return Reduce(storage, bytes, in, out, n, cub::Min(), std::numeric_limits<value_of<I>>::max()); }
  template <class I, class O, class N> static cudaError_t Max(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return Reduce(storage, bytes, in, out, n, cub::Max(), std::numeric_limits<value_of<I>>::lowest()); }
  template <class I, class O, class N> static cudaError_t ArgMin(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return best(storage, bytes, in, out, n, cub::ArgMin()); }
  template <class I, class O, class N> static cudaError_t ArgMax(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return best(storage, bytes, in, out, n, cub::ArgMax()); }
  template <class K, class U, class V, class A, class C, class F, class N> static cudaError_t ReduceByKey(void *storage, std::size_t &bytes, K keys, U unique, V values, A aggregates, C runs, F op, N n, cudaStream_t = nullptr, bool = false) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    N run = 0;
    for (N k = 0; k < n; run++) {
      value_of<V> total = values[k];
      unique[run] = keys[k];
      for (k++; k < n && keys[k] == keys[k - 1]; k++) total = op(total, values[k]);
      aggregates[run] = total;
    }
    *runs = run;
    return cudaSuccess;
  }

 private:
  template <class I, class O, class N, class F> static cudaError_t best(void *storage, std::size_t &bytes, I in, O out, N n, F op) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    *out = first_best(in, N(0), n, op);
    return cudaSuccess;
  }
};
}  // namespace cub
