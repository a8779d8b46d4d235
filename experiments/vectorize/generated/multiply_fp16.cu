// multiply on vectors of 4 fp16, from unseen.cu:23, written by
//   mantissa vectorize unseen.cu --function multiply --format fp16 --width 4
#include "mantissa_vector.h"

namespace multiply_vectors {

using namespace mantissa;

// a: records of 2 fp16, re, im, one after the other
// b: records of 2 fp16, re, im, one after the other
// c: records of 2 fp16, re, im, one after the other
// The loop of line 24 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void multiply(Lanes at, const half *__restrict__ a, const half *__restrict__ b, half *__restrict__ c) {
  const auto a_i = at.template load_records<2>(a);
  const auto b_i = at.template load_records<2>(b);
  at.store_records(c, records_of(
      fma(-a_i[1], b_i[1], a_i[0] * b_i[0]),
      fma(a_i[0], b_i[1], a_i[1] * b_i[0])));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ a, const half *__restrict__ b,
    half *__restrict__ c) {
  run_vector<4>(thread_number(), 0, n, aligned, [=](auto at) { multiply(at, a, b, c); });
}

// multiply on arrays of fp16 in device memory.
inline cudaError_t multiply_half4(int n, const half *a, const half *b, half *c, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<4>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<4>(a, b, c);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, a, b, c);
  return cudaGetLastError();
}
#else
// multiply on arrays of fp16 on a CPU, one vector after the other.
inline void multiply_half4(int n, const half *a, const half *b, half *c) {
  const bool aligned = all_aligned<4>(a, b, c);
  for (std::int64_t k = 0, count = count_vectors<4>(0, n); k < count; ++k)
    run_vector<4>(k, 0, n, aligned, [=](auto at) { multiply(at, a, b, c); });
}
#endif

}  // namespace multiply_vectors

using multiply_vectors::multiply_half4;
