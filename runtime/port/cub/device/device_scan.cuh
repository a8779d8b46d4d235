// DeviceScan: from left to right; input and output may be one array.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceScan {
  template <class I, class O, class F, class T, class N> static cudaError_t ExclusiveScan(void *storage, std::size_t &bytes, I in, O out, F op, T init, N n, cudaStream_t = nullptr) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    for (N k = 0; k < n; k++) {
      const T next = op(init, in[k]);
      out[k] = init;
      init = next;
    }
    return cudaSuccess;
  }
  template <class I, class O, class F, class N> static cudaError_t InclusiveScan(void *storage, std::size_t &bytes, I in, O out, F op, N n, cudaStream_t = nullptr) {
    if (only_asks(storage, bytes) || n == 0) return cudaSuccess;
    typename std::iterator_traits<I>::value_type total = in[0];
    out[0] = total;
    for (N k = 1; k < n; k++) out[k] = total = op(total, in[k]);
    return cudaSuccess;
  }
  template <class I, class O, class N> static cudaError_t ExclusiveSum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr) { return ExclusiveScan(storage, bytes, in, out, cub::Sum(), typename std::iterator_traits<I>::value_type(), n); }
  template <class I, class O, class N> static cudaError_t InclusiveSum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr) { return InclusiveScan(storage, bytes, in, out, cub::Sum(), n); }
};
}  // namespace cub
