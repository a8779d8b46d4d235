// axpby on vectors of 2 fp16, from unseen.cu:77, written by
//   mantissa vectorize unseen.cu --function axpby --format fp16 --width 2
#include "mantissa_vector.h"

namespace axpby_vectors {

using namespace mantissa;

// p: records of 4 fp16, x, y, z, m, one after the other
// q: records of 4 fp16, x, y, z, m, one after the other
// The loop of line 78 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void axpby(Lanes at, float a, float b, const half *__restrict__ p, half *__restrict__ q) {
  const auto q_i = at.template load_records<4>(q);
  const auto p_i = at.template load_records<4>(p);
  at.store_records(q, records_of(
      fma(b, q_i[0], a * p_i[0]),
      fma(b, q_i[1], a * p_i[1]),
      fma(b, q_i[2], a * p_i[2]),
      p_i[3]));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, float a, float b, const half *__restrict__ p, half *__restrict__ q) {
  run_vector<2>(thread_number(), 0, n, aligned, [=](auto at) { axpby(at, a, b, p, q); });
}

// axpby on arrays of fp16 in device memory.
inline cudaError_t axpby_half2(int n, float a, float b, const half *p, half *q, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<2>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<2>(p, q);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, a, b, p, q);
  return cudaGetLastError();
}
#else
// axpby on arrays of fp16 on a CPU, one vector after the other.
inline void axpby_half2(int n, float a, float b, const half *p, half *q) {
  const bool aligned = all_aligned<2>(p, q);
  for (std::int64_t k = 0, count = count_vectors<2>(0, n); k < count; ++k)
    run_vector<2>(k, 0, n, aligned, [=](auto at) { axpby(at, a, b, p, q); });
}
#endif

}  // namespace axpby_vectors

using axpby_vectors::axpby_half2;
