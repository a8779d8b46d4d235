// fade on vectors of 8 fp16, from mixed.cu:4, written by
//   mantissa vectorize mixed.cu --function fade --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace fade_vectors {

using namespace mantissa;

// The loop of line 6 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void fade(Lanes at, float amount, const half *__restrict__ x, half *__restrict__ y) {
  using half8 = typename Lanes::template of<half>;
  using float8 = typename Lanes::template of<float>;
  const half8 v = at.load(x);
  at.store(y, half8(amount * (float8(v) * float8(v) - float8(v)) + float8(v)));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, float amount, const half *__restrict__ x, half *__restrict__ y) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { fade(at, amount, x, y); });
}

// fade on arrays of fp16 in device memory.
inline cudaError_t fade_half8(int n, float amount, const half *x, half *y, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, y);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, amount, x, y);
  return cudaGetLastError();
}
#else
// fade on arrays of fp16 on a CPU, one vector after the other.
inline void fade_half8(int n, float amount, const half *x, half *y) {
  const bool aligned = all_aligned<8>(x, y);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { fade(at, amount, x, y); });
}
#endif

}  // namespace fade_vectors

using fade_vectors::fade_half8;
