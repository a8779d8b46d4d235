// tone_curve on vectors of 8 fp16, from kernels.c:28, written by
//   mantissa vectorize kernels.c --function tone_curve --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace tone_curve_vectors {

using namespace mantissa;

// gamma by a root, then a tone curve that bends the shadows up and the lights down
// The loop of line 30 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void tone_curve(Lanes at, float strength, const half *__restrict__ x, half *__restrict__ y) {
  using half8 = typename Lanes::template of<half>;
  const half8 v = at.load(x);
  const half8 g = select(v < 0.0f, 0.0f, sqrt(select(v > 1.0f, 1.0f, v)));
  const half8 bent = g * g * (3.0f - g * 2.0f);
  at.store(y, g + strength * (bent - g));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, float strength, const half *__restrict__ x, half *__restrict__ y) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { tone_curve(at, strength, x, y); });
}

// tone_curve on arrays of fp16 in device memory.
inline cudaError_t tone_curve_half8(int n, float strength, const half *x, half *y, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, y);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, strength, x, y);
  return cudaGetLastError();
}
#else
// tone_curve on arrays of fp16 on a CPU, one vector after the other.
inline void tone_curve_half8(int n, float strength, const half *x, half *y) {
  const bool aligned = all_aligned<8>(x, y);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { tone_curve(at, strength, x, y); });
}
#endif

}  // namespace tone_curve_vectors

using tone_curve_vectors::tone_curve_half8;
