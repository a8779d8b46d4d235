#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(double *x, double by, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

__global__ void shift(double *x, double by, int n)
{
  const int tid = threadIdx.x;
  const int i = tid + blockDim.x * blockIdx.x;
  if (i >= n) return;
  x[i] += by;
}

int main()
{
  const int n = 1000;
  static double host[n];
  for (int i = 0; i < n; i++) host[i] = i * 0.1;
  double *x;
  cudaMalloc(&x, n * sizeof(double));
  cudaMemcpy(x, host, n * sizeof(double), cudaMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(x, 1.5, n);
  int blocks = (n + 127) / 128;
  shift<<<blocks, 128>>>(x, 0.25, n);
  scale<<<blocks, 128>>>(x, 3.0, n);
  cudaMemcpy(host, x, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 41) printf("%.17g\n", host[i]);
  return 0;
}
