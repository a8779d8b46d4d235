// heat on vectors of 8 fp16, from unseen.cu:68, written by
//   mantissa vectorize unseen.cu --function heat --format fp16 --width 8
#include "mantissa_vector.h"

namespace heat_vectors {

using namespace mantissa;

// The loop of line 69 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void heat(Lanes at, const half *__restrict__ t, half *__restrict__ u, int nx, float k, int y) {
  using half8 = typename Lanes::template of<half>;
  const auto t_nx_y_x = at.template load_around_anywhere<1, 1>(t + nx * y);
  const half8 around = t_nx_y_x.template at<-1>() + t_nx_y_x.template at<1>() + at.load_anywhere(t + nx * y - nx)
      + at.load_anywhere(t + nx + nx * y);
  at.store_anywhere(u + nx * y, fma(k, fma(t_nx_y_x.template at<0>(), -4.0f, around), t_nx_y_x.template at<0>()));
}

#ifdef __CUDACC__
// One vector a thread, and a row of them along y.
__global__ void vectors(bool aligned, const half *__restrict__ t, half *__restrict__ u, int nx, int ny, float k) {
  for (int y = 1 + row_number(); y < ny - 1; y += row_step())
    run_vector<8>(thread_number(), 1, nx - 1, aligned, [=](auto at) { heat(at, t, u, nx, k, y); });
}

// heat on arrays of fp16 in device memory.
inline cudaError_t heat_half8(const half *t, half *u, int nx, int ny, float k, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(1, nx - 1);
  const std::int64_t rows = ny - 1 - 1;
  if (count == 0 || rows <= 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(t, u);
  vectors<<<blocks_of_rows(count, rows), row_threads(count), 0, stream>>>(aligned, t, u, nx, ny, k);
  return cudaGetLastError();
}
#else
// heat on arrays of fp16 on a CPU, one vector after the other.
inline void heat_half8(const half *t, half *u, int nx, int ny, float k) {
  const bool aligned = all_aligned<8>(t, u);
  for (int y = 1; y < ny - 1; ++y)
    for (std::int64_t k_ = 0, count = count_vectors<8>(1, nx - 1); k_ < count; ++k_)
      run_vector<8>(k_, 1, nx - 1, aligned, [=](auto at) { heat(at, t, u, nx, k, y); });
}
#endif

}  // namespace heat_vectors

using heat_vectors::heat_half8;
