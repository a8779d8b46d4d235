/* Four à pain : température des pâtes, modèle par défaut (codé en ISO-8859-1) */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

extern "C" void report(double crust, double difference); /* écrit ailleurs */

/* émissivité de la voûte, entre zéro et un */
#define EMISSIVITY 0.85

__global__ void bake(double *crust, const double *vault, /* voûte à 300 °C */ double dt, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  /* température carrée, déjà élevée */ double square = vault[i] * vault[i];
  double fourth = square * square; /* à la quatrième puissance */
  /* éàü */ double loss = crust[i] * crust[i]; loss *= loss;
  crust[i] += dt * EMISSIVITY * 5.67e-8 * (fourth - loss);
}

int main(void)
{
  const int n = 512;
  double *crust = (double *) malloc(n * sizeof(double));
  double *vault = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    crust[i] = 293.15; /* température ambiante */
    vault[i] = 573.15 + 0.1 * i;
  }
  double *d_crust, *d_vault;
  if (cudaMalloc((void **) &d_crust, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc((void **) &d_vault, n * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_crust, crust, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_vault, vault, n * sizeof(double), cudaMemcpyHostToDevice);
  for (int minute = 0; minute < 30; minute++) bake<<<n / 128, 128>>>(d_crust, d_vault, 1.0e-3, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    fprintf(stderr, "kernel failed\n");
    return 1;
  }
  cudaMemcpy(crust, d_crust, n * sizeof(double), cudaMemcpyDeviceToHost);
  report(crust[0], crust[n - 1] - crust[0]);
  cudaFree(d_crust);
  cudaFree(d_vault);
  free(crust);
  free(vault);
  return 0;
}
