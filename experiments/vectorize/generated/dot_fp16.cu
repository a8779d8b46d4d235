// dot on vectors of 8 fp16, from reductions.c:10, written by
//   mantissa vectorize reductions.c --function dot --format fp16 --width 8 --reassociate
#include "mantissa_vector.h"

namespace dot_vectors {

using namespace mantissa;

// The loop of line 13 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void dot(Lanes at, vec<float, 8> &total, const half *__restrict__ x, const half *__restrict__ y) {
  using float8 = typename Lanes::template of<float>;
  at.put(total, fma(float8(at.load(x)), float8(at.load(y)), at.get(total)));
}

using Accumulators = accumulators<8, fold::sum>;
using Totals = totals<fold::sum>;

// What is done with what the loop came to.
MANTISSA_DEVICE void finish(const Totals &total_, int n, const half *__restrict__ x, const half *__restrict__ y,
    float *__restrict__ result) {
  const float total = folded<fold::sum>(0.0f, total_.of[0]);
  *result = total;
}

#ifdef __CUDACC__
// Vectors in turn to all threads; what a block came to is left for the last one.
__global__ void vectors(bool aligned, Totals *blocks, int n, const half *__restrict__ x, const half *__restrict__ y,
    float *__restrict__ result) {
  Accumulators all;
  for (std::int64_t k = thread_number(), count = count_vectors<8>(0, n); k < count; k += thread_count())
    run_vector<8>(k, 0, n, aligned, [&](auto at) { dot(at, all.of[0], x, y); });
  const Totals total_ = join_block(all.together());
  if (threadIdx.x == 0) blocks[blockIdx.x] = total_;
}

__global__ void last_block(const Totals *blocks, std::int64_t count, int n, const half *__restrict__ x,
    const half *__restrict__ y, float *__restrict__ result) {
  const Totals total_ = join_blocks(blocks, count);
  if (threadIdx.x == 0) finish(total_, n, x, y, result);
}

// dot on arrays of fp16 in device memory; what it returns is put there too.
inline cudaError_t dot_half8(int n, const half *x, const half *y, float *result, cudaStream_t stream = 0) {
  const std::int64_t count = reducing_blocks(count_vectors<8>(0, n));
  const bool aligned = all_aligned<8>(x, y);
  return with_memory<Totals>(count, stream, [=](Totals *blocks) {
    vectors<<<count, THREADS, 0, stream>>>(aligned, blocks, n, x, y, result);
    last_block<<<1, THREADS, 0, stream>>>(blocks, count, n, x, y, result);
  });
}
#else
// dot on arrays of fp16 on a CPU, in the order of the GPU's threads.
inline void dot_half8(int n, const half *x, const half *y, float *result) {
  const bool aligned = all_aligned<8>(x, y);
  const std::int64_t count = count_vectors<8>(0, n);
  std::vector<Accumulators> threads(reducing_blocks(count) * THREADS);
  for (std::int64_t k = 0; k < count; ++k)
    run_vector<8>(k, 0, n, aligned, [&](auto at) { dot(at, threads[k % threads.size()].of[0], x, y); });
  finish(join_threads(threads), n, x, y, result);
}
#endif

}  // namespace dot_vectors

using dot_vectors::dot_half8;
