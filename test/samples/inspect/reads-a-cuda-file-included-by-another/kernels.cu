// included by main.cu, never compiled alone by the build
#include "settings.h"

__device__ double kernelFunction(double distance, double h)
{
  double q = distance / h;
  return q < 1.0 ? (1.0 - q) * (1.0 - q) : 0.0;
}

__global__ void estimateDensity(const double *position, const Weight *mass, double *density, double h, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = 0.0;
  for (int j = 0; j < n; j++)
    sum += mass[j] * kernelFunction(fabs(position[i] - position[j]), h);
  density[i] = sum;
}
