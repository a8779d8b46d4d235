// Jacobi sweeps of Laplace's equation on the device.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <cuda_runtime.h>
#include "laplace.h"

static void check(cudaError_t status)
{
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", TITLE, cudaGetErrorString(status));
  std::exit(1);
}

__global__ void sweep(const REAL *in, REAL *out, int side)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= side - 1 || j >= side - 1) return;
  int at = j * side + i;
  REAL neighbours = in[at - 1] + in[at + 1] + in[at - side] + in[at + side];
  out[at] = neighbours * (REAL) 0.25;
}

void relaxOnDevice(REAL *grid, int side, int sweeps)
{
  REAL *a, *b;
  check(cudaMalloc(&a, side * side * sizeof(REAL)));
  check(cudaMalloc(&b, side * side * sizeof(REAL)));
  check(cudaMemcpy(a, grid, side * side * sizeof(REAL), cudaMemcpyHostToDevice));
  check(cudaMemcpy(b, a, side * side * sizeof(REAL), cudaMemcpyDeviceToDevice));
  dim3 block(16, 16), blocks((side + 15) / 16, (side + 15) / 16);
  for (int s = 0; s < sweeps; ++s) {
    sweep<<<blocks, block>>>(a, b, side);
    std::swap(a, b);
  }
  check(cudaMemcpy(grid, a, side * side * sizeof(REAL), cudaMemcpyDeviceToHost));
  check(cudaFree(a));
  check(cudaFree(b));
}
