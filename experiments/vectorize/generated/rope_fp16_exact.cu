// rope on vectors of 4 fp16, from unseen.cu:15, written by
//   mantissa vectorize unseen.cu --function rope --format fp16 --width 4 --no-fma
#include "mantissa_vector.h"

namespace rope_vectors {

using namespace mantissa;

// rotary position embedding of interleaved pairs
// The loop of line 16 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void rope(Lanes at, const half *__restrict__ q, const half *__restrict__ c, const half *__restrict__ s,
    half *__restrict__ out) {
  const auto q_i = at.template load_records<2>(q);
  at.store_records(out, records_of(
      q_i[0] * at.load(c) - q_i[1] * at.load(s),
      q_i[0] * at.load(s) + q_i[1] * at.load(c)));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int pairs, const half *__restrict__ q, const half *__restrict__ c,
    const half *__restrict__ s, half *__restrict__ out) {
  run_vector<4>(thread_number(), 0, pairs, aligned, [=](auto at) { rope(at, q, c, s, out); });
}

// rope on arrays of fp16 in device memory.
inline cudaError_t rope_half4(int pairs, const half *q, const half *c, const half *s, half *out,
    cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<4>(0, pairs);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<4>(q, c, s, out);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, pairs, q, c, s, out);
  return cudaGetLastError();
}
#else
// rope on arrays of fp16 on a CPU, one vector after the other.
inline void rope_half4(int pairs, const half *q, const half *c, const half *s, half *out) {
  const bool aligned = all_aligned<4>(q, c, s, out);
  for (std::int64_t k = 0, count = count_vectors<4>(0, pairs); k < count; ++k)
    run_vector<4>(k, 0, pairs, aligned, [=](auto at) { rope(at, q, c, s, out); });
}
#endif

}  // namespace rope_vectors

using rope_vectors::rope_half4;
