// The range of projectiles fired at many angles.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include "real.h"
#include "table.h"

__global__ void fly(const real *angle, real *range, real dt, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real vx = real(50.0) * cos(angle[i]);
  real vy = real(50.0) * sin(angle[i]);
  real x = real(0.0), y = real(1.0e-9);
  while (y > real(0.0)) {
    for (int stage = 0; stage < STAGES; stage++) {
#ifdef WITH_DRAG
      real speed = sqrt(vx * vx + vy * vy);
      vx -= dt * real(0.005) * speed * vx;
#else
      vx -= dt * 0.0;
#endif
      vy -= dt * real(9.81);
      x += dt * vx;
      y += dt * vy;
    }
  }
  range[i] = x;
}

int main()
{
  const int n = 900;
  real *angle = (real *) malloc(n * sizeof(real));
  real *range = (real *) malloc(n * sizeof(real));
  for (int i = 0; i < n; i++) angle[i] = real(0.1) + real(0.0015) * i;
  real *d_angle, *d_range;
  if (cudaMalloc(&d_angle, n * sizeof(real)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_range, n * sizeof(real)) != cudaSuccess) return 1;
  cudaMemcpy(d_angle, angle, n * sizeof(real), cudaMemcpyHostToDevice);
  fly<<<(n + 63) / 64, 64>>>(d_angle, d_range, real(1.0e-3), n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(range, d_range, n * sizeof(real), cudaMemcpyDeviceToHost);
  printRange(range, n);
  cudaFree(d_angle);
  cudaFree(d_range);
  free(angle);
  free(range);
  return 0;
}
