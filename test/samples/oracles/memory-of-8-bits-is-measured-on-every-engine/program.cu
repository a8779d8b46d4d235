// The embedded engine gives pointers 32 bits: a size is asked for in 64 only where the type is as large on both.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void halve(double *x, long n)
{
  const long i = threadIdx.x;
  if (i < n) x[i] = x[i] * 0.5 + 1.7;
}

int main(int argc, char **)
{
  double x[4];
  for (int i = 0; i < 4; i++) x[i] = (i + argc) / 3.0;
  const long n = sizeof x / sizeof(x[0]);
  void *device = nullptr;
  cudaMalloc(&device, n * sizeof *x);
  cudaMemcpy(device, x, sizeof x, cudaMemcpyHostToDevice);
  halve<<<1, 32>>>((double *)device, n);
  cudaMemcpy(x, device, sizeof x, cudaMemcpyDeviceToHost);
  for (long i = 0; i < n; i++) printf("%.17g\n", x[i]);
  fprintf(stderr, "%zu bytes each\n", sizeof(x[0]));
  cudaFree(device);
  return 0;
}
