#include <cuda_runtime.h>

__global__ void shift(double *v, double by, int n)
{
  int i = threadIdx.x;
  double moved = v[i] + by;
  if (i < n) v[i] = moved;
}

__global__ void named(double *v) { v[threadIdx.x] *= 2.0; }

int main()
{
  int n = 64;
  double *v, *w, by = 0.5;
  cudaMalloc(&v, n * sizeof(double));
  cudaMalloc(&w, n * sizeof(double));
  void *arguments[] = {&v, &by, &n};
  cudaLaunchKernel((const void *) shift, dim3(1), dim3(64), arguments, 0, 0);
  cudaFuncSetCacheConfig(named, cudaFuncCachePreferL1);
  named<<<1, n>>>(w);
  return cudaDeviceSynchronize() != cudaSuccess;
}
