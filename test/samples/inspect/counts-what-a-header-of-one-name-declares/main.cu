#include "real.h"

__global__ void scale(real *x, real by)
{
  real scaled = x[threadIdx.x] * by;
  x[threadIdx.x] = scaled;
}

int main()
{
  real *x;
  cudaMalloc(&x, 32 * sizeof(real));
  scale<<<1, 32>>>(x, 0.5);
  cudaFree(x);
  return 0;
}
