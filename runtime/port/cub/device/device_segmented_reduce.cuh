// DeviceSegmentedReduce: each segment from left to right; of an empty one the start.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceSegmentedReduce {
  template <class I, class O, class B, class E, class F, class T> static cudaError_t Reduce(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, F op, T init, cudaStream_t = nullptr, bool = false) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    for (int s = 0; s < segments; s++) {
      T total = init;
      for (auto k = begins[s]; k < ends[s]; k++) total = op(total, in[k]);
      out[s] = total;
    }
    return cudaSuccess;
  }
  template <class I, class O, class B, class E> static cudaError_t Sum(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t = nullptr, bool = false) { return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(), value_of<I>()); }
  template <class I, class O, class B, class E> static cudaError_t Min(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t = nullptr, bool = false) { return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(), std::numeric_limits<value_of<I>>::max()); }
  template <class I, class O, class B, class E> static cudaError_t Max(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t = nullptr, bool = false) { return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(), std::numeric_limits<value_of<I>>::lowest()); }
  template <class I, class O, class B, class E> static cudaError_t ArgMin(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t = nullptr, bool = false) { return best(storage, bytes, in, out, segments, begins, ends, cub::ArgMin(), std::numeric_limits<value_of<I>>::max()); }
  template <class I, class O, class B, class E> static cudaError_t ArgMax(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, cudaStream_t = nullptr, bool = false) { return best(storage, bytes, in, out, segments, begins, ends, cub::ArgMax(), std::numeric_limits<value_of<I>>::lowest()); }

 private:
  /** An empty segment gives place 1 and the start, as cub documents. */
  template <class I, class O, class B, class E, class F> static cudaError_t best(void *storage, std::size_t &bytes, I in, O out, int segments, B begins, E ends, F op, value_of<I> start) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    for (int s = 0; s < segments; s++) out[s] = begins[s] < ends[s] ? first_best(in + begins[s], 0, int(ends[s] - begins[s]), op) : KeyValuePair<int, value_of<I>>{1, start};
    return cudaSuccess;
  }
};
}  // namespace cub
