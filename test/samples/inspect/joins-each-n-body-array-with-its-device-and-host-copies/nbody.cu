// Direct-sum n-body: the forces on the GPU, the positions advanced on the host.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 256

#define CHECK(call)                                                              \
  do {                                                                           \
    cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                 \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                        \
    }                                                                            \
  } while (0)

__global__ void bodyForce(double *x, double *y,
  double *z, double *vx, double *vy, double *vz,
  double dt, int n)
{
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    double Fx=0.0; double Fy=0.0; double Fz=0.0;
    for (int j = 0; j < n; j++) {
      double dx = x[j] - x[i];
      double dy = y[j] - y[i];
      double dz = z[j] - z[i];
      double distSqr = dx*dx + dy*dy + dz*dz + 1e-9;
      double invDist = rsqrt(distSqr);
      double invDist3 = invDist * invDist * invDist;
      Fx += dx*invDist3; Fy += dy*invDist3; Fz += dz*invDist3;
    }
    vx[i] += dt*Fx; vy[i] += dt*Fy; vz[i] += dt*Fz;
  }
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 4096;
  int steps = argc > 2 ? atoi(argv[2]) : 10;
  const double dt = 0.01;

  double *x = (double *) malloc(n * sizeof(double));
  double *y = (double *) malloc(n * sizeof(double));
  double *z = (double *) malloc(n * sizeof(double));
  double *vx = (double *) malloc(n * sizeof(double));
  double *vy = (double *) malloc(n * sizeof(double));
  double *vz = (double *) malloc(n * sizeof(double));
  srand(20190617);
  for (int i = 0; i < n; i++) {
    x[i] = 2.0 * rand() / RAND_MAX - 1.0;
    y[i] = 2.0 * rand() / RAND_MAX - 1.0;
    z[i] = 2.0 * rand() / RAND_MAX - 1.0;
    vx[i] = 0.0;
    vy[i] = 0.0;
    vz[i] = 0.0;
  }

  double *d_x, *d_y, *d_z, *d_vx, *d_vy, *d_vz;
  CHECK(cudaMalloc(&d_x, n * sizeof(double)));
  CHECK(cudaMalloc(&d_y, n * sizeof(double)));
  CHECK(cudaMalloc(&d_z, n * sizeof(double)));
  CHECK(cudaMalloc(&d_vx, n * sizeof(double)));
  CHECK(cudaMalloc(&d_vy, n * sizeof(double)));
  CHECK(cudaMalloc(&d_vz, n * sizeof(double)));
  CHECK(cudaMemcpy(d_vx, vx, n * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_vy, vy, n * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_vz, vz, n * sizeof(double), cudaMemcpyHostToDevice));

  int blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
  for (int step = 0; step < steps; step++) {
    CHECK(cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y, n * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_z, z, n * sizeof(double), cudaMemcpyHostToDevice));

    bodyForce<<<blocks, BLOCK_SIZE>>>(d_x, d_y, d_z, d_vx, d_vy, d_vz, dt, n);
    CHECK(cudaGetLastError());

    CHECK(cudaMemcpy(vx, d_vx, n * sizeof(double), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(vy, d_vy, n * sizeof(double), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(vz, d_vz, n * sizeof(double), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
      x[i] += vx[i] * dt;
      y[i] += vy[i] * dt;
      z[i] += vz[i] * dt;
    }
  }

  printf("%.15f %.15f %.15f\n", x[0], y[0], z[0]);

  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_z);
  cudaFree(d_vx);
  cudaFree(d_vy);
  cudaFree(d_vz);
  free(x);
  free(y);
  free(z);
  free(vx);
  free(vy);
  free(vz);
  return 0;
}
