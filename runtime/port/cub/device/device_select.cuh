// DeviceSelect: what is kept stays in order; input and output may be one array.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceSelect {
  template <class I, class F, class O, class C, class N> static cudaError_t Flagged(void *storage, std::size_t &bytes, I in, F flags, O out, C count, N n, cudaStream_t = nullptr, bool = false) {
    return keep(storage, bytes, in, out, count, n, [&](N k) { return bool(flags[k]); });
  }
  template <class I, class F, class C, class N> static cudaError_t Flagged(void *storage, std::size_t &bytes, I inOut, F flags, C count, N n, cudaStream_t = nullptr, bool = false) requires std::is_integral_v<N> { return Flagged(storage, bytes, inOut, flags, inOut, count, n); }
  template <class I, class O, class C, class N, class P> static cudaError_t If(void *storage, std::size_t &bytes, I in, O out, C count, N n, P predicate, cudaStream_t = nullptr, bool = false) {
    return keep(storage, bytes, in, out, count, n, [&](N k) { return predicate(in[k]); });
  }
  template <class I, class C, class N, class P> static cudaError_t If(void *storage, std::size_t &bytes, I inOut, C count, N n, P predicate, cudaStream_t = nullptr, bool = false) requires std::is_integral_v<N> { return If(storage, bytes, inOut, inOut, count, n, predicate); }
  template <class I, class F, class O, class C, class N, class P> static cudaError_t FlaggedIf(void *storage, std::size_t &bytes, I in, F flags, O out, C count, N n, P predicate, cudaStream_t = nullptr, bool = false) {
    return keep(storage, bytes, in, out, count, n, [&](N k) { return predicate(flags[k]); });
  }
  template <class I, class O, class C, class N> static cudaError_t Unique(void *storage, std::size_t &bytes, I in, O out, C count, N n, cudaStream_t = nullptr, bool = false) {
    return keep(storage, bytes, in, out, count, n, [&](N k) { return k == 0 || !(in[k] == in[k - 1]); });
  }
  template <class K, class V, class L, class W, class C, class N> static cudaError_t UniqueByKey(void *storage, std::size_t &bytes, K keys, V values, L keysOut, W valuesOut, C count, N n, cudaStream_t = nullptr, bool = false) {
    keep(storage, bytes, values, valuesOut, count, n, [&](N k) { return k == 0 || !(keys[k] == keys[k - 1]); });
    return Unique(storage, bytes, keys, keysOut, count, n);
  }

 private:
  template <class I, class O, class C, class N, class P> static cudaError_t keep(void *storage, std::size_t &bytes, I in, O out, C count, N n, P wanted) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    std::vector<value_of<I>> kept;
    for (N k = 0; k < n; k++)
      if (wanted(k)) kept.push_back(in[k]);
    for (std::size_t k = 0; k < kept.size(); k++) out[k] = kept[k];
    *count = N(kept.size());
    return cudaSuccess;
  }
};
}  // namespace cub
