// luma on vectors of 8 fp16, from mixed.cu:13, written by
//   mantissa vectorize mixed.cu --function luma --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace luma_vectors {

using namespace mantissa;

// brightness in halves, what is added up in float
// The loop of line 15 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void luma(Lanes at, const half *__restrict__ red, const half *__restrict__ green,
    const half *__restrict__ blue, half *__restrict__ out) {
  using half8 = typename Lanes::template of<half>;
  using float8 = typename Lanes::template of<float>;
  const float8 light = float8(at.load(red)) * 0.2126f + float8(at.load(green)) * 0.7152f + float8(at.load(blue))
      * 0.0722f;
  const half8 lifted = half8(light) * 0.9f + 0.1f;
  at.store(out, lifted);
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ red, const half *__restrict__ green,
    const half *__restrict__ blue, half *__restrict__ out) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { luma(at, red, green, blue, out); });
}

// luma on arrays of fp16 in device memory.
inline cudaError_t luma_half8(int n, const half *red, const half *green, const half *blue, half *out,
    cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(red, green, blue, out);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, red, green, blue, out);
  return cudaGetLastError();
}
#else
// luma on arrays of fp16 on a CPU, one vector after the other.
inline void luma_half8(int n, const half *red, const half *green, const half *blue, half *out) {
  const bool aligned = all_aligned<8>(red, green, blue, out);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { luma(at, red, green, blue, out); });
}
#endif

}  // namespace luma_vectors

using luma_vectors::luma_half8;
