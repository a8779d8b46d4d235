// fir on vectors of 8 fp16, from unseen.cu:47, written by
//   mantissa vectorize unseen.cu --function fir --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace fir_vectors {

using namespace mantissa;

// taps: the address of the table (cudaGetSymbolAddress)
// The loop of line 48 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void fir(Lanes at, const half *__restrict__ x, half *__restrict__ y, const float *__restrict__ taps) {
  using half8 = typename Lanes::template of<half>;
  const auto x_i = at.template load_around<3, 3>(x);
  const half8 sum = widen(taps[0]) * x_i.template at<-3>() + 0.0f;
  const half8 sum2 = sum + widen(taps[1]) * x_i.template at<-2>();
  const half8 sum3 = sum2 + widen(taps[2]) * x_i.template at<-1>();
  const half8 sum4 = sum3 + widen(taps[3]) * x_i.template at<0>();
  const half8 sum5 = sum4 + widen(taps[4]) * x_i.template at<1>();
  const half8 sum6 = sum5 + widen(taps[5]) * x_i.template at<2>();
  const half8 sum7 = sum6 + widen(taps[6]) * x_i.template at<3>();
  at.store(y, sum7);
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ x, half *__restrict__ y,
    const float *__restrict__ taps) {
  run_vector<8>(thread_number(), 3, n - 3, aligned, [=](auto at) { fir(at, x, y, taps); });
}

// fir on arrays of fp16 in device memory.
inline cudaError_t fir_half8(int n, const half *x, half *y, const float *taps, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(3, n - 3);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, y);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, x, y, taps);
  return cudaGetLastError();
}
#else
// fir on arrays of fp16 on a CPU, one vector after the other.
inline void fir_half8(int n, const half *x, half *y, const float *taps) {
  const bool aligned = all_aligned<8>(x, y);
  for (std::int64_t k = 0, count = count_vectors<8>(3, n - 3); k < count; ++k)
    run_vector<8>(k, 3, n - 3, aligned, [=](auto at) { fir(at, x, y, taps); });
}
#endif

}  // namespace fir_vectors

using fir_vectors::fir_half8;
