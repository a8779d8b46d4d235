// Barriers, pipelines, atomics, tensor cores and marks of the profiler.
#include <cstdio>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
#include <cuda_profiler_api.h>
#include <cuda_pipeline.h>
#include <cuda/pipeline>
#include <cuda/barrier>
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <mma.h>
#include <cuda_fp8.h>
#include <cuda_awbarrier.h>
#include <sm_61_intrinsics.h>
using namespace nvcuda;
__global__ void w(half *a, half *b, float *c) { wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb; wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc; wmma::fill_fragment(fc, 0.0f); wmma::load_matrix_sync(fa, a, 16); wmma::load_matrix_sync(fb, b, 16); wmma::mma_sync(fc, fa, fb, fc); for (int i = 0; i < fc.num_elements; i++) fc.x[i] *= 2; wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major); }
__global__ void p(double *x, double *y, int n) {
  __shared__ double s[2][64]; auto pipe = cuda::make_pipeline(); int t = threadIdx.x;
  pipe.producer_acquire(); cuda::memcpy_async(&s[0][t], x + t, sizeof(double), pipe); pipe.producer_commit(); pipe.consumer_wait(); y[t] = s[0][t]; pipe.consumer_release();
  __pipeline_memcpy_async(&s[1][t], x + t, 8); __pipeline_commit(); __pipeline_wait_prior(0);
  __shared__ cuda::barrier<cuda::thread_scope_block> bar; if (t == 0) init(&bar, blockDim.x); __syncthreads(); auto tok = bar.arrive(); bar.wait(std::move(tok)); bar.arrive_and_wait();
  static __device__ cuda::atomic<int, cuda::thread_scope_device> count; count.fetch_add(1, cuda::memory_order_relaxed); cuda::std::atomic<int> *q = nullptr; if (q) q->store(1);
}
int main() { nvtxRangePushA("a"); nvtxRangePop(); nvtxMark("x"); { nvtx3::scoped_range r{"k"}; } cudaProfilerStart(); double *x, *y; cudaMalloc(&x, 512); cudaMalloc(&y, 512); p<<<1, 64>>>(x, y, 64); cudaProfilerStop(); printf("%d\n", (int)cudaDeviceSynchronize()); half *h; float *f; cudaMalloc(&h, 512); cudaMalloc(&f, 1024); w<<<1, 32>>>(h, h, f); }
