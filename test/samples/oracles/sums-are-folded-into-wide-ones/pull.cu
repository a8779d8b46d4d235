#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>
#define SOFT 1e-9
template <int BLOCK>
__global__ void bodyForce(const double *p, double *f, int n)
{
  __shared__ double tile[BLOCK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double fx = 0, fy = 0.0, fz = 0.0;
  for (int t = 0; t < n; t += BLOCK) {
    tile[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < BLOCK; j++) {
      double dx = tile[j] - p[i];
      double d = dx * dx + SOFT;
      double inv = 1.0 / sqrt(d);
      if (j == i) continue;
      fx += dx * inv;
      fy += dx * inv * inv;
      fz -= d;
    }
    __syncthreads();
  }
  f[i] = fx + fy + fz;
}
int main()
{
  const int n = 256;
  double h[n], g[n], *d, *f;
  for (int i = 0; i < n; i++) h[i] = sin(i * 0.37) * 3;
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&f, n * sizeof(double));
  cudaMemcpy(d, h, n * sizeof(double), cudaMemcpyHostToDevice);
  bodyForce<64><<<4, 64>>>(d, f, n);
  cudaMemcpy(g, f, n * sizeof(double), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; i++) worst += fabs(g[i]);
  printf("%.17g\n", worst);
}
