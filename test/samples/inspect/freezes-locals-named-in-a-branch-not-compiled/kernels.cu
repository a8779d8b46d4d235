// A pair potential with variants for other builds; this build takes the plain one.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUTOFF 2.5

__global__ void pairEnergy(const double *separation, double *energy, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double r = separation[i];
  double inverse = 1.0 / r;
  double sixth = inverse * inverse * inverse;
  sixth = sixth * sixth;
  double total = 4.0 * (sixth * sixth - sixth);
#ifdef WITH_COULOMB
  double charge = 1.0;
  total += charge * charge * inverse;
#endif
#if 0
  r = r * 1.0001;
#endif
  double shift = 0.0163168911;
#ifndef UNSHIFTED
  total += shift;
#else
  printf("unshifted\n");
#endif
  double kept = r < CUTOFF ? total : 0.0;
  energy[i] = kept;
}

int main()
{
  const int n = 1024;
  double *separation = (double *) malloc(n * sizeof(double));
  double *energy = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) separation[i] = 0.9 + 0.002 * i;
  double *d_separation, *d_energy;
  if (cudaMalloc(&d_separation, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_energy, n * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_separation, separation, n * sizeof(double), cudaMemcpyHostToDevice);
  pairEnergy<<<n / 128, 128>>>(d_separation, d_energy, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(energy, d_energy, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.15f\n", energy[n / 4]);
  cudaFree(d_separation);
  cudaFree(d_energy);
  free(separation);
  free(energy);
  return 0;
}
