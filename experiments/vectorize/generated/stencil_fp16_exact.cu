// stencil on vectors of 8 fp16, from kernels.c:60, written by
//   mantissa vectorize kernels.c --function stencil --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace stencil_vectors {

using namespace mantissa;

// The loop of line 62 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void stencil(Lanes at, const half *__restrict__ x, half *__restrict__ y) {
  const auto x_i = at.template load_around<1, 1>(x);
  at.store(y, x_i.template at<-1>() * 0.25f + x_i.template at<0>() * 0.5f + x_i.template at<1>() * 0.25f);
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ x, half *__restrict__ y) {
  run_vector<8>(thread_number(), 1, n - 1, aligned, [=](auto at) { stencil(at, x, y); });
}

// stencil on arrays of fp16 in device memory.
inline cudaError_t stencil_half8(int n, const half *x, half *y, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(1, n - 1);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, y);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, x, y);
  return cudaGetLastError();
}
#else
// stencil on arrays of fp16 on a CPU, one vector after the other.
inline void stencil_half8(int n, const half *x, half *y) {
  const bool aligned = all_aligned<8>(x, y);
  for (std::int64_t k = 0, count = count_vectors<8>(1, n - 1); k < count; ++k)
    run_vector<8>(k, 1, n - 1, aligned, [=](auto at) { stencil(at, x, y); });
}
#endif

}  // namespace stencil_vectors

using stencil_vectors::stencil_half8;
