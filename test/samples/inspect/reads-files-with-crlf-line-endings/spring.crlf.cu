/* Damped springs, integrated by velocity Verlet.
 * This file was last edited on Windows: every line ends in CR LF. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define STEPS 100
#define GUARD(call)                          \
  do {                                       \
    if ((call) != cudaSuccess) {             \
      fprintf(stderr, "failed: %s\n", #call); \
      exit(1);                               \
    }                                        \
  } while (0)

__global__ void verlet(double *x, double *v,
                       const double *k,
                       double dt, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double here = x[i], speed = v[i];
  for (int s = 0; s < STEPS; s++) {
    double half = speed - 0.5 * dt * k[i] * here;
    here += dt * half;
    speed = half - 0.5 * dt * (k[i] * here \
            + 0.01 * half);
  }
  x[i] = here;
  v[i] = speed;
}

int main()
{
  const int n = 1024;
  double x[n], v[n], k[n];
  for (int i = 0; i < n; i++) {
    x[i] = 1.0;
    v[i] = 0.0;
    k[i] = 1.0 + 0.01 * i;
  }
  double *d_x, *d_v, *d_k;
  GUARD(cudaMalloc((void **) &d_x, sizeof(x)));
  GUARD(cudaMalloc((void **) &d_v, sizeof(v)));
  GUARD(cudaMalloc((void **) &d_k, sizeof(k)));
  GUARD(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  GUARD(cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice));
  GUARD(cudaMemcpy(d_k, k, sizeof(k), cudaMemcpyHostToDevice));
  verlet<<<n / 128, 128>>>(d_x, d_v, d_k, 0.01, n);
  GUARD(cudaGetLastError());
  GUARD(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  printf("%.12f %.12f\n", x[0], x[n - 1]);
  GUARD(cudaFree(d_x));
  GUARD(cudaFree(d_v));
  GUARD(cudaFree(d_k));
  return 0;
}
