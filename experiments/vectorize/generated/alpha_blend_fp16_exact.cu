// alpha_blend on vectors of 8 fp16, from kernels.c:50, written by
//   mantissa vectorize kernels.c --function alpha_blend --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace alpha_blend_vectors {

using namespace mantissa;

// The loop of line 52 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void alpha_blend(Lanes at, const half *__restrict__ alpha, const half *__restrict__ over,
    const half *__restrict__ under, half *__restrict__ out) {
  using half8 = typename Lanes::template of<half>;
  const half8 under_i = at.load(under);
  at.store(out, under_i + at.load(alpha) * (at.load(over) - under_i));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ alpha, const half *__restrict__ over,
    const half *__restrict__ under, half *__restrict__ out) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { alpha_blend(at, alpha, over, under, out); });
}

// alpha_blend on arrays of fp16 in device memory.
inline cudaError_t alpha_blend_half8(int n, const half *alpha, const half *over, const half *under, half *out,
    cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(alpha, over, under, out);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, alpha, over, under, out);
  return cudaGetLastError();
}
#else
// alpha_blend on arrays of fp16 on a CPU, one vector after the other.
inline void alpha_blend_half8(int n, const half *alpha, const half *over, const half *under, half *out) {
  const bool aligned = all_aligned<8>(alpha, over, under, out);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { alpha_blend(at, alpha, over, under, out); });
}
#endif

}  // namespace alpha_blend_vectors

using alpha_blend_vectors::alpha_blend_half8;
