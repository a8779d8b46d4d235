// DevicePartition: what is chosen in order, then the rest from the end, as cub documents.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DevicePartition {
  template <class I, class F, class O, class C, class N> static cudaError_t Flagged(void *storage, std::size_t &bytes, I in, F flags, O out, C count, N n, cudaStream_t = nullptr, bool = false) {
    return part(storage, bytes, in, out, count, n, [&](N k) { return bool(flags[k]); });
  }
  template <class I, class O, class C, class N, class P> static cudaError_t If(void *storage, std::size_t &bytes, I in, O out, C count, N n, P predicate, cudaStream_t = nullptr, bool = false) {
    return part(storage, bytes, in, out, count, n, [&](N k) { return predicate(in[k]); });
  }

 private:
  template <class I, class O, class C, class N, class P> static cudaError_t part(void *storage, std::size_t &bytes, I in, O out, C count, N n, P wanted) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    N first = 0, last = n;
    for (N k = 0; k < n; k++) out[wanted(k) ? first++ : --last] = in[k];
    *count = first;
    return cudaSuccess;
  }
};
}  // namespace cub
