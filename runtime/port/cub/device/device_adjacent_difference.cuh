// DeviceAdjacentDifference: the first (or last) value has no neighbour and stays.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceAdjacentDifference {
  template <class I, class O, class F = Difference, class N = int> static cudaError_t SubtractLeftCopy(void *storage, std::size_t &bytes, I in, O out, N n, F op = {}, cudaStream_t = nullptr, bool = false) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    for (N k = n; k-- > 1;) out[k] = op(in[k], in[k - 1]);
    if (n > 0) out[0] = in[0];
    return cudaSuccess;
  }
  template <class I, class O, class F = Difference, class N = int> static cudaError_t SubtractRightCopy(void *storage, std::size_t &bytes, I in, O out, N n, F op = {}, cudaStream_t = nullptr, bool = false) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    for (N k = 0; k + 1 < n; k++) out[k] = op(in[k], in[k + 1]);
    if (n > 0) out[n - 1] = in[n - 1];
    return cudaSuccess;
  }
  template <class I, class F = Difference, class N = int> static cudaError_t SubtractLeft(void *storage, std::size_t &bytes, I inOut, N n, F op = {}, cudaStream_t = nullptr, bool = false) { return SubtractLeftCopy(storage, bytes, inOut, inOut, n, op); }
  template <class I, class F = Difference, class N = int> static cudaError_t SubtractRight(void *storage, std::size_t &bytes, I inOut, N n, F op = {}, cudaStream_t = nullptr, bool = false) { return SubtractRightCopy(storage, bytes, inOut, inOut, n, op); }
};
}  // namespace cub
