// As in the sample for C++; kernels run as C++ on a CPU.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void roots(const double *x, double *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double third = cbrt(1.3557), rough = 0.25 * sinh(0.7);
  float narrow = cbrtf(1.3557f);
  y[i] = x[i] * third + narrow * rough - pow(x[i], 2.0) * erfc(0.3);
}

int main()
{
  const int n = 32;
  double x[n], y[n], *dx, *dy;
  for (int i = 0; i < n; i++) x[i] = 0.1 + 0.137 * i;
  cudaMalloc(&dx, sizeof x);
  cudaMalloc(&dy, sizeof y);
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  roots<<<2, 16>>>(dx, dy, n);
  cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\n", y[i]);
  return 0;
}
