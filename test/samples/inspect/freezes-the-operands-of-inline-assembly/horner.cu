// A polynomial by Horner's rule with a hand-written fused multiply-add.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define DEGREE 6

__device__ __forceinline__ double fmaTowardZero(double a, double b, double c)
{
  double result;
  asm("fma.rz.f64 %0, %1, %2, %3;" : "=d"(result) : "d"(a), "d"(b), "d"(c));
  return result;
}

__device__ unsigned laneId()
{
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__global__ void horner(const double *x, double *y, const double *coefficient, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double at = x[i];
  double value = coefficient[DEGREE];
  for (int k = DEGREE - 1; k >= 0; k--) value = fmaTowardZero(value, at, coefficient[k]);
  if (laneId() == 0) value = value + 1.0e-30;
  y[i] = value;
}

int main()
{
  const int n = 2048;
  double c[DEGREE + 1] = {1.0, 1.0, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720};
  double *x = new double[n], *y = new double[n];
  for (int i = 0; i < n; i++) x[i] = i * (1.0 / n);

  double *d_x, *d_y, *d_c;
  cudaMalloc(&d_x, n * sizeof(double));
  cudaMalloc(&d_y, n * sizeof(double));
  cudaMalloc(&d_c, sizeof(c));
  cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_c, c, sizeof(c), cudaMemcpyHostToDevice);
  horner<<<n / 256, 256>>>(d_x, d_y, d_c, n);
  if (cudaGetLastError() != cudaSuccess) {
    fprintf(stderr, "launch failed\n");
    return EXIT_FAILURE;
  }
  cudaMemcpy(y, d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("exp(1) is near %.12f\n", y[n - 1]);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_c);
  delete[] x;
  delete[] y;
  return 0;
}
