// saxpy on vectors of 4 fp32, from kernels.c:55, written by
//   mantissa vectorize kernels.c --function saxpy --format fp32 --width 4
#include "mantissa_vector.h"

namespace saxpy_vectors {

using namespace mantissa;

// The loop of line 57 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void saxpy(Lanes at, float a, const float *__restrict__ x, float *__restrict__ y) {
  using float4 = typename Lanes::template of<float>;
  const float4 y_i = at.load(y);
  at.store(y, fma(a, at.load(x), y_i));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, float a, const float *__restrict__ x, float *__restrict__ y) {
  run_vector<4>(thread_number(), 0, n, aligned, [=](auto at) { saxpy(at, a, x, y); });
}

// saxpy on arrays of fp32 in device memory.
inline cudaError_t saxpy_float4(int n, float a, const float *x, float *y, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<4>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<4>(x, y);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, a, x, y);
  return cudaGetLastError();
}
#else
// saxpy on arrays of fp32 on a CPU, one vector after the other.
inline void saxpy_float4(int n, float a, const float *x, float *y) {
  const bool aligned = all_aligned<4>(x, y);
  for (std::int64_t k = 0, count = count_vectors<4>(0, n); k < count; ++k)
    run_vector<4>(k, 0, n, aligned, [=](auto at) { saxpy(at, a, x, y); });
}
#endif

}  // namespace saxpy_vectors

using saxpy_vectors::saxpy_float4;
