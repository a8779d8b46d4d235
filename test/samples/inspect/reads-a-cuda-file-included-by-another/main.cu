// Smoothed-particle density on a line.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include "kernels.cu"

static void stop(const char *message)
{
  fprintf(stderr, "%s\n", message);
  exit(1);
}

int main()
{
  const int n = 3000;
  double *position = (double *) malloc(n * sizeof(double));
  double *density = (double *) malloc(n * sizeof(double));
  Weight *mass = (Weight *) malloc(n * sizeof(Weight));
  for (int i = 0; i < n; i++) {
    position[i] = i * 0.001 + 1e-5 * (i % 3);
    mass[i] = 0.001f;
  }
  double *d_position, *d_density;
  Weight *d_mass;
  if (cudaMalloc(&d_position, n * sizeof(double)) != cudaSuccess) stop("no memory for positions");
  if (cudaMalloc(&d_density, n * sizeof(double)) != cudaSuccess) stop("no memory for densities");
  if (cudaMalloc(&d_mass, n * sizeof(Weight)) != cudaSuccess) stop("no memory for masses");
  cudaMemcpy(d_position, position, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_mass, mass, n * sizeof(Weight), cudaMemcpyHostToDevice);
  estimateDensity<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_position, d_mass, d_density, 0.02, n);
  if (cudaDeviceSynchronize() != cudaSuccess) stop("kernel failed");
  cudaMemcpy(density, d_density, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.12f\n", density[n / 2]);
  cudaFree(d_position);
  cudaFree(d_density);
  cudaFree(d_mass);
  free(position);
  free(density);
  free(mass);
  return 0;
}
