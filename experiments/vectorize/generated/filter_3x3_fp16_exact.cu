// filter_3x3 on vectors of 8 fp16, from kernels.c:40, written by
//   mantissa vectorize kernels.c --function filter_3x3 --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace filter_3x3_vectors {

using namespace mantissa;

// a separable filter, 1/4 1/2 1/4 in both directions, over an image of rows of `width`
// The loop of line 42 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void filter_3x3(Lanes at, int width, const half *__restrict__ in, half *__restrict__ out) {
  using half8 = typename Lanes::template of<half>;
  const auto in_width_i = at.template load_around_anywhere<1, 1>(in - width);
  const half8 above = in_width_i.template at<-1>() * 0.25f + in_width_i.template at<0>() * 0.5f
      + in_width_i.template at<1>() * 0.25f;
  const auto in_i = at.template load_around<1, 1>(in);
  const half8 here = in_i.template at<-1>() * 0.25f + in_i.template at<0>() * 0.5f + in_i.template at<1>() * 0.25f;
  const auto in_width_i2 = at.template load_around_anywhere<1, 1>(in + width);
  const half8 below = in_width_i2.template at<-1>() * 0.25f + in_width_i2.template at<0>() * 0.5f
      + in_width_i2.template at<1>() * 0.25f;
  at.store(out, above * 0.25f + here * 0.5f + below * 0.25f);
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int width, int n, const half *__restrict__ in, half *__restrict__ out) {
  run_vector<8>(thread_number(), width + 1, n - width - 1, aligned, [=](auto at) { filter_3x3(at, width, in, out); });
}

// filter_3x3 on arrays of fp16 in device memory.
inline cudaError_t filter_3x3_half8(int width, int n, const half *in, half *out, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(width + 1, n - width - 1);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(in, out);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, width, n, in, out);
  return cudaGetLastError();
}
#else
// filter_3x3 on arrays of fp16 on a CPU, one vector after the other.
inline void filter_3x3_half8(int width, int n, const half *in, half *out) {
  const bool aligned = all_aligned<8>(in, out);
  for (std::int64_t k = 0, count = count_vectors<8>(width + 1, n - width - 1); k < count; ++k)
    run_vector<8>(k, width + 1, n - width - 1, aligned, [=](auto at) { filter_3x3(at, width, in, out); });
}
#endif

}  // namespace filter_3x3_vectors

using filter_3x3_vectors::filter_3x3_half8;
