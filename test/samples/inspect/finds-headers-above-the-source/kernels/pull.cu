#include "./../types.h"
#include "./weigh.cu"
#include "../kernels/../types.h"

__global__ void pull(Body *bodies, real *force, int n)
{
  int i = threadIdx.x;
  if (i < n) force[i] = weigh(bodies[i].mass, bodies[i].place[0]);
}

int main()
{
  Body *bodies;
  real *force;
  cudaMallocManaged(&bodies, 64 * sizeof(Body));
  cudaMallocManaged(&force, 64 * sizeof(real));
  pull<<<1, 64>>>(bodies, force, 64);
  return cudaDeviceSynchronize() != cudaSuccess;
}
