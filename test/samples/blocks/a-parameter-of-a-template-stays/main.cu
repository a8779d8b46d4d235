#include <cstdio>
#include <cuda_runtime.h>
constexpr int THREADS = 64;

template <int SIZE>
__global__ void square(double *x, int n)
{
  int i = blockIdx.x * SIZE + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

__global__ void halve(double *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 0.5;
}

int main(int argc, char **)
{
  const int n = 300;
  int threads = argc > 1 ? 32 * argc : 96;
  static double host[n];
  for (int i = 0; i < n; i++) host[i] = i * 0.25;
  double *x;
  cudaMalloc(&x, n * sizeof(double));
  cudaMemcpy(x, host, n * sizeof(double), cudaMemcpyHostToDevice);
  square<THREADS><<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
  halve<<<(n - 1) / threads + 1, threads>>>(x, n);
  cudaMemcpy(host, x, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 13) printf("%.17g\n", host[i]);
  return 0;
}
