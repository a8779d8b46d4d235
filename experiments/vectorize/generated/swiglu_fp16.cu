// swiglu on vectors of 8 fp16, from unseen.cu:33, written by
//   mantissa vectorize unseen.cu --function swiglu --format fp16 --width 8
#include "mantissa_vector.h"

namespace swiglu_vectors {

using namespace mantissa;

// a gated linear unit
// The loop of line 34 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void swiglu(Lanes at, const half *__restrict__ x, const half *__restrict__ gate, half *__restrict__ y) {
  using half8 = typename Lanes::template of<half>;
  const half8 x_i = at.load(x);
  at.store(y, x_i / (fast_exp(-x_i) + 1.0f) * at.load(gate));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, const half *__restrict__ x, const half *__restrict__ gate, half *__restrict__ y,
    std::int64_t n) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { swiglu(at, x, gate, y); });
}

// swiglu on arrays of fp16 in device memory.
inline cudaError_t swiglu_half8(const half *x, const half *gate, half *y, std::int64_t n, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, gate, y);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, x, gate, y, n);
  return cudaGetLastError();
}
#else
// swiglu on arrays of fp16 on a CPU, one vector after the other.
inline void swiglu_half8(const half *x, const half *gate, half *y, std::int64_t n) {
  const bool aligned = all_aligned<8>(x, gate, y);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { swiglu(at, x, gate, y); });
}
#endif

}  // namespace swiglu_vectors

using swiglu_vectors::swiglu_half8;
