// An ideal-gas equation of state applied to every zone of a mesh.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include "types.h"

static void check(cudaError_t status, const char *what)
{
  if (status != cudaSuccess) {
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    exit(1);
  }
}

__device__ static Real_t soundSpeed(Real_t gamma, Real_t pressure, Real_t density)
{
  Real_t ratio = gamma * pressure / density;
  if (ratio < Real_t(1.0e-12)) ratio = Real_t(1.0e-12);
  return sqrt(ratio);
}

__global__ void applyEos(const Real_t *rho, const Real_t *e, Pressure_t *p, Real_t *c,
                         Real_t gamma, Index_t zones)
{
  Index_t zone = blockIdx.x * blockDim.x + threadIdx.x;
  if (zone >= zones) return;
  const Real_t density = rho[zone];
  Pressure_t pressure = (gamma - Real_t(1.0)) * density * e[zone];
  if (pressure < Real_t(0.0)) pressure = Real_t(0.0);
  p[zone] = pressure;
  c[zone] = soundSpeed(gamma, pressure, density);
}

int main(void)
{
  const Index_t zones = 100000;
  Real_t *rho = (Real_t *) malloc(sizeof(Real_t) * zones);
  Real_t *e = (Real_t *) malloc(sizeof(Real_t) * zones);
  Real_t *p = (Real_t *) malloc(sizeof(Real_t) * zones);
  Real_t *c = (Real_t *) malloc(sizeof(Real_t) * zones);
  for (Index_t k = 0; k < zones; ++k) {
    rho[k] = Real_t(1.0) + Real_t(k % 7) * Real_t(0.125);
    e[k] = Real_t(2.5) - Real_t(k % 11) * Real_t(0.2);
  }

  Real_t *d_rho, *d_e, *d_p, *d_c;
  check(cudaMalloc((void **) &d_rho, sizeof(Real_t) * zones), "allocating density");
  check(cudaMalloc((void **) &d_e, sizeof(Real_t) * zones), "allocating energy");
  check(cudaMalloc((void **) &d_p, sizeof(Real_t) * zones), "allocating pressure");
  check(cudaMalloc((void **) &d_c, sizeof(Real_t) * zones), "allocating sound speed");
  check(cudaMemcpy(d_rho, rho, sizeof(Real_t) * zones, cudaMemcpyHostToDevice), "copying density");
  check(cudaMemcpy(d_e, e, sizeof(Real_t) * zones, cudaMemcpyHostToDevice), "copying energy");

  applyEos<<<(zones + 127) / 128, 128>>>(d_rho, d_e, d_p, d_c, Real_t(1.4), zones);
  check(cudaGetLastError(), "launching");

  check(cudaMemcpy(p, d_p, sizeof(Real_t) * zones, cudaMemcpyDeviceToHost), "copying pressure");
  check(cudaMemcpy(c, d_c, sizeof(Real_t) * zones, cudaMemcpyDeviceToHost), "copying sound speed");

  Real_t fastest = c[0];
  for (Index_t k = 1; k < zones; ++k)
    if (c[k] > fastest) fastest = c[k];
  printf("p[42] = %.12e, fastest signal %.12e\n", p[42], fastest);

  cudaFree(d_rho);
  cudaFree(d_e);
  cudaFree(d_p);
  cudaFree(d_c);
  free(rho);
  free(e);
  free(p);
  free(c);
  return 0;
}
