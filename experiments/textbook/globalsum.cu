// A grid-stride loop, a tree over the block, and one atomic addition per block.
#include "textbook.cuh"

__global__ void sum(const double *x, double *total, int n)
{
  __shared__ double part[256];
  double mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(total, part[0]);
}

int main(int argc, char **argv)
{
  int n = argument(argc, argv, 1, 33554432);
  double *x = randomOnDevice(n), *total = randomOnDevice(1);
  report("launch", 50, [&] { sum<<<1024, 256>>>(x, total, n); });
}
