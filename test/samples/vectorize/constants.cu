#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
typedef float real;

__global__ void safe(int n, const real *x, const real *len, real *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    real l = len[i];
    y[i] = l < 1e-8f ? 0.0f : x[i] / (l + 1e-9f);
  }
}

__global__ void scaled(int n, const real *x, real *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * 100000.0f * 0.001f;
}

__global__ void filled(int n, real *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 70000.0f;
}

__global__ void marked(int n, const real *x, real *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] > 0.5f ? 70000.0f : x[i];
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 37;
  real *h = (real *)malloc(n * sizeof(real)), *x, *l, *y;
  cudaMalloc(&x, n * sizeof(real)); cudaMalloc(&l, n * sizeof(real)); cudaMalloc(&y, n * sizeof(real));
  for (int i = 0; i < n; i++) h[i] = 1 + i;
  cudaMemcpy(x, h, n * sizeof(real), cudaMemcpyHostToDevice);
  for (int i = 0; i < n; i++) h[i] = i % 5 * 0.5f;
  cudaMemcpy(l, h, n * sizeof(real), cudaMemcpyHostToDevice);
  safe<<<(n + 63) / 64, 64>>>(n, x, l, y);
  cudaMemcpy(h, y, n * sizeof(real), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%g\n", h[i]);
}
