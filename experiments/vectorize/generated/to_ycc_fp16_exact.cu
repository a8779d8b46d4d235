// to_ycc on vectors of 2 fp16, from unseen.cu:56, written by
//   mantissa vectorize unseen.cu --function to_ycc --format fp16 --width 2 --no-fma
#include "mantissa_vector.h"

namespace to_ycc_vectors {

using namespace mantissa;

// full-range BT.601
// in: records of 3 fp16, r, g, b, one after the other
// out: records of 3 fp16, r, g, b, one after the other
// The loop of line 57 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void to_ycc(Lanes at, const half *__restrict__ in, half *__restrict__ out) {
  using half2 = typename Lanes::template of<half>;
  const auto in_i = at.template load_records<3>(in);
  const half2 y = in_i[0] * 0.299f + in_i[1] * 0.587f + in_i[2] * 0.114f;
  const half2 q = (in_i[2] - y) * 0.564f + 0.5f;
  const half2 q2 = (in_i[0] - y) * 0.713f + 0.5f;
  at.store_records(out, records_of(
      y,
      q,
      q2));
}

#ifdef __CUDACC__
// One vector a thread.
__global__ void vectors(bool aligned, int n, const half *__restrict__ in, half *__restrict__ out) {
  run_vector<2>(thread_number(), 0, n, aligned, [=](auto at) { to_ycc(at, in, out); });
}

// to_ycc on arrays of fp16 in device memory.
inline cudaError_t to_ycc_half2(int n, const half *in, half *out, cudaStream_t stream = 0) {
  const std::int64_t count = count_vectors<2>(0, n);
  if (count == 0) return cudaSuccess;
  const bool aligned = all_aligned<2>(in, out);
  vectors<<<count_blocks(count), THREADS, 0, stream>>>(aligned, n, in, out);
  return cudaGetLastError();
}
#else
// to_ycc on arrays of fp16 on a CPU, one vector after the other.
inline void to_ycc_half2(int n, const half *in, half *out) {
  const bool aligned = all_aligned<2>(in, out);
  for (std::int64_t k = 0, count = count_vectors<2>(0, n); k < count; ++k)
    run_vector<2>(k, 0, n, aligned, [=](auto at) { to_ycc(at, in, out); });
}
#endif

}  // namespace to_ycc_vectors

using to_ycc_vectors::to_ycc_half2;
