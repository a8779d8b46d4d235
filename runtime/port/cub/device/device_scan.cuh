// DeviceScan: from left to right; input and output may be one array.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceScan {
  template <class I, class O, class F, class T, class N> static cudaError_t ExclusiveScan(void *storage, std::size_t &bytes, I in, O out, F op, T init, N n, cudaStream_t = nullptr, bool = false) { return scan<false>(storage, bytes, in, out, op, init, n, same); }
  template <class I, class F, class T, class N> static cudaError_t ExclusiveScan(void *storage, std::size_t &bytes, I inOut, F op, T init, N n, cudaStream_t = nullptr, bool = false) requires std::is_integral_v<N> { return scan<false>(storage, bytes, inOut, inOut, op, init, n, same); }
  template <class I, class O, class F, class N> static cudaError_t InclusiveScan(void *storage, std::size_t &bytes, I in, O out, F op, N n, cudaStream_t = nullptr, bool = false) { return scan<true>(storage, bytes, in, out, op, Nothing(), n, same); }
  template <class I, class F, class N> static cudaError_t InclusiveScan(void *storage, std::size_t &bytes, I inOut, F op, N n, cudaStream_t = nullptr, bool = false) { return scan<true>(storage, bytes, inOut, inOut, op, Nothing(), n, same); }
  template <class I, class O, class F, class T, class N> static cudaError_t InclusiveScanInit(void *storage, std::size_t &bytes, I in, O out, F op, T init, N n, cudaStream_t = nullptr, bool = false) { return scan<true>(storage, bytes, in, out, op, init, n, same); }
  template <class I, class O, class N> static cudaError_t ExclusiveSum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return scan<false>(storage, bytes, in, out, cub::Sum(), value_of<I>(), n, same); }
  template <class I, class N> static cudaError_t ExclusiveSum(void *storage, std::size_t &bytes, I inOut, N n, cudaStream_t = nullptr, bool = false) { return scan<false>(storage, bytes, inOut, inOut, cub::Sum(), value_of<I>(), n, same); }
  template <class I, class O, class N> static cudaError_t InclusiveSum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return scan<true>(storage, bytes, in, out, cub::Sum(), Nothing(), n, same); }
  template <class I, class N> static cudaError_t InclusiveSum(void *storage, std::size_t &bytes, I inOut, N n, cudaStream_t = nullptr, bool = false) { return scan<true>(storage, bytes, inOut, inOut, cub::Sum(), Nothing(), n, same); }
  template <class K, class I, class O, class F, class T, class N> static cudaError_t ExclusiveScanByKey(void *storage, std::size_t &bytes, K keys, I in, O out, F op, T init, N n, cudaStream_t = nullptr, bool = false) { return scan<false>(storage, bytes, in, out, op, init, n, of(keys)); }
  template <class K, class I, class O, class F, class N> static cudaError_t InclusiveScanByKey(void *storage, std::size_t &bytes, K keys, I in, O out, F op, N n, cudaStream_t = nullptr, bool = false) { return scan<true>(storage, bytes, in, out, op, Nothing(), n, of(keys)); }
  template <class K, class I, class O, class N> static cudaError_t ExclusiveSumByKey(void *storage, std::size_t &bytes, K keys, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return scan<false>(storage, bytes, in, out, cub::Sum(), value_of<I>(), n, of(keys)); }
  template <class K, class I, class O, class N> static cudaError_t InclusiveSumByKey(void *storage, std::size_t &bytes, K keys, I in, O out, N n, cudaStream_t = nullptr, bool = false) { return scan<true>(storage, bytes, in, out, cub::Sum(), Nothing(), n, of(keys)); }

 private:
  struct Nothing {};
  static constexpr auto same = [](auto) { return true; };
  /** Whether a value belongs to the segment of the one before it. */
  template <class K> static auto of(K keys) { return [keys](auto k) { return keys[k] == keys[k - 1]; }; }
  template <bool inclusive, class I, class O, class F, class T, class N, class Goes> static cudaError_t scan(void *storage, std::size_t &bytes, I in, O out, F op, T init, N n, Goes goesOn) {
    if (only_asks(storage, bytes) || n == 0) return cudaSuccess;
    using Total = std::conditional_t<std::is_same_v<T, Nothing>, value_of<I>, T>;
    Total total{};
    for (N k = 0; k < n; k++) {
      const auto value = in[k];
      const bool starts = k == 0 || !goesOn(k);
      if constexpr (std::is_same_v<T, Nothing>) total = starts ? Total(value) : Total(op(total, value));
      else {
        if (starts) total = init;
        if constexpr (!inclusive) out[k] = total;
        total = op(total, value);
      }
      if constexpr (inclusive) out[k] = total;
    }
    return cudaSuccess;
  }
};
}  // namespace cub
