// sum on vectors of 4 fp32, from reductions.c:3, written by
//   mantissa vectorize reductions.c --function sum --format fp32 --width 4 --reassociate
#include "mantissa_vector.h"

namespace sum_vectors {

using namespace mantissa;

// The loop of line 6 for one vector, or for a pair of elements where a vector is not complete.
template <class Lanes>
MANTISSA_DEVICE void sum(Lanes at, vec<float, 4> &total, const float *__restrict__ x) {
  at.put(total, at.get(total) + at.load(x));
}

using Accumulators = accumulators<4, fold::sum>;
using Totals = totals<fold::sum>;

// What is done with what the loop came to.
MANTISSA_DEVICE void finish(const Totals &total_, int n, const float *__restrict__ x, float *__restrict__ result) {
  const float total = folded<fold::sum>(0.0f, total_.of[0]);
  *result = total;
}

#ifdef __CUDACC__
// Vectors in turn to all threads; what a block came to is left for the last one.
__global__ void vectors(bool aligned, Totals *blocks, int n, const float *__restrict__ x, float *__restrict__ result) {
  Accumulators all;
  for (std::int64_t k = thread_number(), count = count_vectors<4>(0, n); k < count; k += thread_count())
    run_vector<4>(k, 0, n, aligned, [&](auto at) { sum(at, all.of[0], x); });
  const Totals total_ = join_block(all.together());
  if (threadIdx.x == 0) blocks[blockIdx.x] = total_;
}

__global__ void last_block(const Totals *blocks, std::int64_t count, int n, const float *__restrict__ x,
    float *__restrict__ result) {
  const Totals total_ = join_blocks(blocks, count);
  if (threadIdx.x == 0) finish(total_, n, x, result);
}

// sum on arrays of fp32 in device memory; what it returns is put there too.
inline cudaError_t sum_float4(int n, const float *x, float *result, cudaStream_t stream = 0) {
  const std::int64_t count = reducing_blocks(count_vectors<4>(0, n));
  const bool aligned = all_aligned<4>(x);
  return with_memory<Totals>(count, stream, [=](Totals *blocks) {
    vectors<<<count, THREADS, 0, stream>>>(aligned, blocks, n, x, result);
    last_block<<<1, THREADS, 0, stream>>>(blocks, count, n, x, result);
  });
}
#else
// sum on arrays of fp32 on a CPU, in the order of the GPU's threads.
inline void sum_float4(int n, const float *x, float *result) {
  const bool aligned = all_aligned<4>(x);
  const std::int64_t count = count_vectors<4>(0, n);
  std::vector<Accumulators> threads(reducing_blocks(count) * THREADS);
  for (std::int64_t k = 0; k < count; ++k)
    run_vector<4>(k, 0, n, aligned, [&](auto at) { sum(at, threads[k % threads.size()].of[0], x); });
  finish(join_threads(threads), n, x, result);
}
#endif

}  // namespace sum_vectors

using sum_vectors::sum_float4;
