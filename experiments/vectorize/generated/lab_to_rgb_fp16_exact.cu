// lab_to_rgb on vectors of 8 fp16, from kernels.c:11, written by
//   mantissa vectorize kernels.c --function lab_to_rgb --format fp16 --width 8 --no-fma
#include "mantissa_vector.h"

namespace lab_to_rgb_vectors {

using namespace mantissa;

// CIE L*a*b* to linear RGB, by way of XYZ
// The loop of line 14 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void lab_to_rgb(Lanes at, const half *__restrict__ L, const half *__restrict__ a,
    const half *__restrict__ b, half *__restrict__ red, half *__restrict__ green, half *__restrict__ blue) {
  using half8 = typename Lanes::template of<half>;
  const half8 fy = (at.load(L) + 16.0f) * 0.00862069f;
  const half8 fx = fy + at.load(a) * 0.002f;
  const half8 fz = fy - at.load(b) * 0.005f;
  const half8 X = select(fx > 0.20689655f, fx * fx * fx, (fx - 0.13793103f) * 0.12841855f) * 0.95047f;
  const half8 Y = select(fy > 0.20689655f, fy * fy * fy, (fy - 0.13793103f) * 0.12841855f);
  const half8 Z = select(fz > 0.20689655f, fz * fz * fz, (fz - 0.13793103f) * 0.12841855f) * 1.08883f;
  at.store(red, X * 3.2406f - Y * 1.5372f - Z * 0.4986f);
  at.store(green, Y * 1.8758f - X * 0.9689f + Z * 0.0415f);
  at.store(blue, X * 0.0557f - Y * 0.2040f + Z * 1.0570f);
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ L, const half *__restrict__ a,
    const half *__restrict__ b, half *__restrict__ red, half *__restrict__ green, half *__restrict__ blue) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { lab_to_rgb(at, L, a, b, red, green, blue); });
}

// lab_to_rgb on arrays of fp16 in device memory.
inline cudaError_t lab_to_rgb_half8(int n, const half *L, const half *a, const half *b, half *red, half *green,
    half *blue, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<8>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<8>(L, a, b, red, green, blue);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, L, a, b, red, green, blue);
  return cudaGetLastError();
}
#else
// lab_to_rgb on arrays of fp16 on a CPU, one vector after the other.
inline void lab_to_rgb_half8(int n, const half *L, const half *a, const half *b, half *red, half *green, half *blue) {
  const bool aligned = all_aligned<8>(L, a, b, red, green, blue);
  for (std::int64_t k = 0, count = count_vectors<8>(0, n); k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [=](auto at) { lab_to_rgb(at, L, a, b, red, green, blue); });
}
#endif

}  // namespace lab_to_rgb_vectors

using lab_to_rgb_vectors::lab_to_rgb_half8;
