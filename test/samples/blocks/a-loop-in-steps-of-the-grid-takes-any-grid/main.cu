#include <cstdio>
#include <cuda_runtime.h>

__global__ void axpy(double a, const double *x, double *y, int n)
{
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] += a * x[i];
}

int main()
{
  const int n = 5000;
  static double x[n], y[n];
  for (int i = 0; i < n; i++) {
    x[i] = i;
    y[i] = 1.0 / (i + 1);
  }
  double *dx, *dy;
  cudaMalloc(&dx, n * sizeof(double));
  cudaMalloc(&dy, n * sizeof(double));
  cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y, n * sizeof(double), cudaMemcpyHostToDevice);
  axpy<<<80, 256>>>(0.5, dx, dy, n);
  cudaMemcpy(y, dy, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 101) printf("%.17g\n", y[i]);
  return 0;
}
