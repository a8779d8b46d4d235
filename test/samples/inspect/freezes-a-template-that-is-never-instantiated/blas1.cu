// A small BLAS-1 collection; this program uses only part of it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <typename Index>
__device__ double dotSpan(const double *a, const double *b, Index from, Index to)
{
  double partial = 0.0;
  for (Index i = from; i < to; ++i) partial += a[i] * b[i];
  return partial;
}

template <typename Index>
__global__ void rotate(double *a, double *b, double c, double s, Index n)
{
  Index i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double kept = c * a[i] + s * b[i];
    b[i] = c * b[i] - s * a[i];
    a[i] = kept;
  }
}

__global__ void dotKernel(const double *a, const double *b, double *partials, int n)
{
  int worker = blockIdx.x * blockDim.x + threadIdx.x;
  int workers = gridDim.x * blockDim.x;
  int span = (n + workers - 1) / workers;
  int from = worker * span;
  int to = from + span < n ? from + span : n;
  partials[worker] = dotSpan(a, b, from, to);
}

int main()
{
  const int n = 100000, workers = 512;
  double *a, *b, *partials;
  if (cudaMallocManaged(&a, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&b, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&partials, workers * sizeof(double)) != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i) {
    a[i] = 1.0 / (i + 1);
    b[i] = i % 2 ? 1.0 : -1.0;
  }
  dotKernel<<<4, workers / 4>>>(a, b, partials, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::fprintf(stderr, "kernel failed\n");
    return 1;
  }
  double total = 0.0;
  for (int i = 0; i < workers; ++i) total += partials[i];
  std::printf("%.16f\n", total);
  cudaFree(a);
  cudaFree(b);
  cudaFree(partials);
  return 0;
}
