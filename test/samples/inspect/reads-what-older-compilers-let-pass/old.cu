#include <cstdio>
#include <cuda_runtime.h>
#define FORMAT "%g"

__global__ void scale(float *x, double factor)
{
  register int i = threadIdx.x;
  float pair[2] = {factor, x[i]};
  x[i] = pair[0] * pair[1];
}

int main() throw()
{
  float *x;
  cudaMallocManaged(&x, 32 * sizeof(float));
  scale<<<1, 32>>>(x, 2.0);
  cudaDeviceSynchronize();
  printf("x = "FORMAT"\n", x[0]);
  return 0;
}
