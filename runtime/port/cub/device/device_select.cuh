// DeviceSelect.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceSelect {
  template <class I, class F, class O, class C, class N> static cudaError_t Flagged(void *storage, std::size_t &bytes, I in, F flags, O out, C count, N n, cudaStream_t = nullptr) {
    return keep(storage, bytes, in, out, count, n, [&](N k) { return bool(flags[k]); });
  }
  template <class I, class O, class C, class N, class P> static cudaError_t If(void *storage, std::size_t &bytes, I in, O out, C count, N n, P predicate, cudaStream_t = nullptr) {
    return keep(storage, bytes, in, out, count, n, [&](N k) { return predicate(in[k]); });
  }
  template <class I, class O, class C, class N> static cudaError_t Unique(void *storage, std::size_t &bytes, I in, O out, C count, N n, cudaStream_t = nullptr) {
    return keep(storage, bytes, in, out, count, n, [&](N k) { return k == 0 || !(in[k] == in[k - 1]); });
  }

 private:
  template <class I, class O, class C, class N, class P> static cudaError_t keep(void *storage, std::size_t &bytes, I in, O out, C count, N n, P wanted) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    N kept = 0;
    for (N k = 0; k < n; k++)
      if (wanted(k)) out[kept++] = in[k];
    *count = kept;
    return cudaSuccess;
  }
};
}  // namespace cub
