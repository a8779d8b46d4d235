/* Right-hand side of a linear system on a block grid, with Fortran-like array macros. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define NI 24
#define NJ 24
#define NK 24
#define NCELL (NI * NJ * NK)

#define u(m, i, j, k) u[(m) * NCELL + ((k) * NJ + (j)) * NI + (i)]
#define rhs(m, i, j, k) rhs[(m) * NCELL + ((k) * NJ + (j)) * NI + (i)]
#define square(a) ((a) * (a))
#define second(m, lo, mid, hi) (u(m, hi, j, k) - 2.0 * u(m, mid, j, k) + u(m, lo, j, k))
#define max2(a, b) ((a) > (b) ? (a) : (b))

__global__ void computeRhs(const double *u, double *rhs, double tx, double dissipation)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y + 1;
  int k = blockIdx.z + 1;
  if (i >= NI - 1 || j >= NJ - 1 || k >= NK - 1) return;

  double energy = 0.5 * (square(u(1, i, j, k)) + square(u(2, i, j, k)));
  for (int m = 0; m < 3; m++) {
    double damped = dissipation * second(m, i - 1, i, i + 1);
    rhs(m, i, j, k) = rhs(m, i, j, k) + tx * max2(damped, energy);
  }
}

int main(void)
{
  double *u = (double *) malloc(3 * NCELL * sizeof(double));
  double *rhs = (double *) calloc(3 * NCELL, sizeof(double));
  if (!u || !rhs) return 1;
  for (int m = 0; m < 3; m++)
    for (int k = 0; k < NK; k++)
      for (int j = 0; j < NJ; j++)
        for (int i = 0; i < NI; i++)
          u(m, i, j, k) = 1.0 + 0.01 * m + 0.001 * ((i * j * k) % 19);

  double *d_u, *d_rhs;
  if (cudaMalloc((void **) &d_u, 3 * NCELL * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc((void **) &d_rhs, 3 * NCELL * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_u, u, 3 * NCELL * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_rhs, rhs, 3 * NCELL * sizeof(double), cudaMemcpyHostToDevice);
  dim3 grid(1, NJ - 2, NK - 2);
  computeRhs<<<grid, NI>>>(d_u, d_rhs, 0.25, 0.75);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(rhs, d_rhs, 3 * NCELL * sizeof(double), cudaMemcpyDeviceToHost);

  printf("%.14e %.14e\n", rhs(0, 3, 4, 5), rhs(2, NI / 2, NJ / 2, NK / 2));
  cudaFree(d_u);
  cudaFree(d_rhs);
  free(u);
  free(rhs);
  return 0;
}
