// Charge deposition on a grid, for devices without a native atomic addition of doubles.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CELLS 512

__device__ void addAtomically(double *target, double amount)
{
  unsigned long long *word = (unsigned long long *) target;
  unsigned long long seen = *word, expected;
  do {
    expected = seen;
    double updated = __longlong_as_double(expected) + amount;
    seen = atomicCAS(word, expected, (unsigned long long) __double_as_longlong(updated));
  } while (seen != expected);
}

__global__ void deposit(const double *position, const double *charge, double *grid, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double at = position[i] * CELLS;
  int cell = (int) at;
  double share = at - cell;
  addAtomically(&grid[cell % CELLS], (1.0 - share) * charge[i]);
  addAtomically(&grid[(cell + 1) % CELLS], share * charge[i]);
}

int main()
{
  const int n = 20000;
  double *position = (double *) malloc(n * sizeof(double));
  double *charge = (double *) malloc(n * sizeof(double));
  double *grid = (double *) malloc(CELLS * sizeof(double));
  for (int i = 0; i < n; i++) {
    position[i] = (i * 7919 % n) / (double) n;
    charge[i] = i % 2 ? 1.0 : -0.5;
  }
  double *d_position, *d_charge, *d_grid;
  if (cudaMalloc(&d_position, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_charge, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_grid, CELLS * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_position, position, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_charge, charge, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(d_grid, 0, CELLS * sizeof(double));
  deposit<<<(n + 127) / 128, 128>>>(d_position, d_charge, d_grid, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    fprintf(stderr, "deposit failed\n");
    return 1;
  }
  cudaMemcpy(grid, d_grid, CELLS * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.12f %.12f\n", grid[0], grid[CELLS / 2]);
  cudaFree(d_position);
  cudaFree(d_charge);
  cudaFree(d_grid);
  free(position);
  free(charge);
  free(grid);
  return 0;
}
