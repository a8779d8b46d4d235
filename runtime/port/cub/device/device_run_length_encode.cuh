// DeviceRunLengthEncode.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceRunLengthEncode {
  template <class I, class U, class L, class C, class N> static cudaError_t Encode(void *storage, std::size_t &bytes, I in, U unique, L lengths, C count, N n, cudaStream_t = nullptr, bool = false) {
    return runs(storage, bytes, in, n, count, 1, [&](N run, N start, N length) { unique[run] = in[start], lengths[run] = length; });
  }
  template <class I, class U, class L, class C, class N> static cudaError_t NonTrivialRuns(void *storage, std::size_t &bytes, I in, U offsets, L lengths, C count, N n, cudaStream_t = nullptr, bool = false) {
    return runs(storage, bytes, in, n, count, 2, [&](N run, N start, N length) { offsets[run] = start, lengths[run] = length; });
  }

 private:
  template <class I, class N, class C, class Take> static cudaError_t runs(void *storage, std::size_t &bytes, I in, N n, C count, int least, Take take) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    N run = 0;
    for (N start = 0, end = 0; start < n; start = end) {
      for (end = start + 1; end < n && in[end] == in[start]; end++) {}
      if (end - start >= N(least)) take(run++, start, end - start);
    }
    *count = run;
    return cudaSuccess;
  }
};
}  // namespace cub
