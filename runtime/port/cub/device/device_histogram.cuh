// DeviceHistogram.
#pragma once
#include "../mantissa/types.h"
namespace cub {
struct DeviceHistogram {
  template <class I, class C, class L, class N> static cudaError_t HistogramEven(void *storage, std::size_t &bytes, I samples, C *histogram, int levels, L lower, L upper, N n, cudaStream_t = nullptr) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    const int bins = levels - 1;
    for (int b = 0; b < bins; b++) histogram[b] = 0;
    for (N k = 0; k < n; k++) {
      const auto sample = samples[k];
      if (!(sample >= lower && sample < upper)) continue;
      int bin;
      if constexpr (std::is_integral_v<L>) bin = int((long long)(sample - lower) * bins / (upper - lower));
      else bin = int((sample - lower) * (L(bins) / (upper - lower)));
      histogram[bin < bins ? bin : bins - 1]++;
    }
    return cudaSuccess;
  }
  template <class I, class C, class L, class N> static cudaError_t HistogramRange(void *storage, std::size_t &bytes, I samples, C *histogram, int levels, const L *bounds, N n, cudaStream_t = nullptr) {
    if (only_asks(storage, bytes)) return cudaSuccess;
    for (int b = 0; b + 1 < levels; b++) histogram[b] = 0;
    for (N k = 0; k < n; k++)
      for (int b = 0; b + 1 < levels; b++)
        if (samples[k] >= bounds[b] && samples[k] < bounds[b + 1]) histogram[b]++;
    return cudaSuccess;
  }
};
}  // namespace cub
