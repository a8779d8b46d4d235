// saxpy on vectors of 8 fp16, from kernels.c:55, written by
//   mantissa vectorize kernels.c --function saxpy --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace saxpy_vectors {

using namespace mantissa;

// The loop of line 57 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void saxpy(Lanes at, float a, const half *__restrict__ x, half *__restrict__ y) {
  using half8 = typename Lanes::template of<half>;
  const half8 y_i = at.load(y);
  at.store(y, a * at.load(x) + y_i);
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, float a, const half *__restrict__ x, half *__restrict__ y) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { saxpy(at, a, x, y); });
}

// saxpy on arrays of fp16 in device memory.
inline cudaError_t saxpy_half8(int n, float a, const half *x, half *y, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, y);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, a, x, y);
  return cudaGetLastError();
}
#else
// saxpy on arrays of fp16 on a CPU, one vector after the other.
inline void saxpy_half8(int n, float a, const half *x, half *y) {
  const bool aligned = all_aligned<8>(x, y);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { saxpy(at, a, x, y); });
}
#endif

}  // namespace saxpy_vectors

using saxpy_vectors::saxpy_half8;
