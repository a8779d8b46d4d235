// layer_norm on vectors of 8 fp16, from unseen.cu:39, written by
//   mantissa vectorize unseen.cu --function layer_norm --format fp16 --width 8
#include "mantissa_vector.h"

namespace layer_norm_vectors {

using namespace mantissa;

// layer normalisation of rows, with their means and deviations known
// The loop of line 41 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void layer_norm(Lanes at, int columns, const half *__restrict__ x, const half *__restrict__ mean,
    const half *__restrict__ scale, const half *__restrict__ gamma, const half *__restrict__ beta, half *__restrict__ y,
    int r) {
  at.store_anywhere(y + columns * r, fma((at.load_anywhere(x + columns * r) - widen(mean[r])) * widen(scale[r]),
      at.load(gamma), at.load(beta)));
}

#ifdef __CUDACC__
// One vector a thread, and a row of them along y.
__global__ void vectors(bool aligned, int rows, int columns, const half *__restrict__ x, const half *__restrict__ mean,
    const half *__restrict__ scale, const half *__restrict__ gamma, const half *__restrict__ beta,
    half *__restrict__ y) {
  for (int r = row_number(); r < rows; r += row_step())
    run_vector<8>(thread_number(), 0, columns, aligned, [=](auto at) { layer_norm(at, columns, x, mean, scale, gamma, beta, y, r); });
}

// layer_norm on arrays of fp16 in device memory.
inline cudaError_t layer_norm_half8(int rows, int columns, const half *x, const half *mean, const half *scale,
    const half *gamma, const half *beta, half *y, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, columns);
  const std::int64_t rows_ = rows;
  if (count == 0 || rows_ <= 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(x, mean, scale, gamma, beta, y);
  vectors<<<blocks_of_rows(count, rows_), row_threads(count), 0, stream>>>(aligned, rows, columns, x, mean, scale, gamma, beta, y);
  return cudaGetLastError();
}
#else
// layer_norm on arrays of fp16 on a CPU, one vector after the other.
inline void layer_norm_half8(int rows, int columns, const half *x, const half *mean, const half *scale,
    const half *gamma, const half *beta, half *y) {
  const bool aligned = all_aligned<8>(x, mean, scale, gamma, beta, y);
  for (int r = 0; r < rows; ++r)
    for (std::int64_t k = 0, count = count_vectors<8>(0, columns); k < count; ++k)
      run_vector<8>(k, 0, columns, aligned, [=](auto at) { layer_norm(at, columns, x, mean, scale, gamma, beta, y, r); });
}
#endif

}  // namespace layer_norm_vectors

using layer_norm_vectors::layer_norm_half8;
