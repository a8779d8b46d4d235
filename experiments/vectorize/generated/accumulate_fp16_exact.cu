// accumulate on vectors of 8 fp16, from mixed.cu:23, written by
//   mantissa vectorize mixed.cu --function accumulate --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace accumulate_vectors {

using namespace mantissa;

// halves in, floats out
// The loop of line 25 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void accumulate(Lanes at, const half *__restrict__ x, float *__restrict__ total) {
  using float8 = typename Lanes::template of<float>;
  const float8 total_i = at.load(total);
  at.store(total, total_i + float8(at.load(x)));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ x, float *__restrict__ total) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { accumulate(at, x, total); });
}

// accumulate on arrays of fp16 in device memory.
inline cudaError_t accumulate_half8(int n, const half *x, float *total, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, total);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, x, total);
  return cudaGetLastError();
}
#else
// accumulate on arrays of fp16 on a CPU, one vector after the other.
inline void accumulate_half8(int n, const half *x, float *total) {
  const bool aligned = all_aligned<8>(x, total);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { accumulate(at, x, total); });
}
#endif

}  // namespace accumulate_vectors

using accumulate_vectors::accumulate_half8;
