// Gravitational n-body by direct summation: every body feels every other one.
//   nbody [bodies] [steps] [all]      prints the positions of the first four bodies (or of all), and interactions per second
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define BLOCK_SIZE 128

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

__global__ void bodyForce(double *x, double *y, double *z, double *vx, double *vy, double *vz, double dt, int n)
{
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    double Fx = 0.0; double Fy = 0.0; double Fz = 0.0;
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

// A generator of our own, so that every C library starts from the same bodies: uniform in [-1, 1).
static unsigned long long state = 20190617ULL;
static double uniform()
{
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double) (state >> 11) / 4503599627370496.0 - 1.0;
}

#if __has_include(<mantissa.h>)
#include <mantissa.h>
#else
#define MANTISSA_INPUT(name, pointer, count)
#endif

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 4096;
  int steps = argc > 2 ? atoi(argv[2]) : 10;
  int shown = argc > 3 && strcmp(argv[3], "all") == 0 ? n : (n < 4 ? n : 4);
  const double dt = 0.01;

  double *x = (double *) malloc(n * sizeof(double));
  double *y = (double *) malloc(n * sizeof(double));
  double *z = (double *) malloc(n * sizeof(double));
  double *vx = (double *) calloc(n, sizeof(double));
  double *vy = (double *) calloc(n, sizeof(double));
  double *vz = (double *) calloc(n, sizeof(double));
  for (int i = 0; i < n; i++) {
    x[i] = uniform();
    y[i] = uniform();
    z[i] = uniform();
  }
  MANTISSA_INPUT("x", x, n);
  MANTISSA_INPUT("y", y, n);
  MANTISSA_INPUT("z", z, n);

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
  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
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
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));

  for (int i = 0; i < shown; i++) printf("%.17g %.17g %.17g\n", x[i], y[i], z[i]);
  fprintf(stderr, "%.1f million interactions per second\n", 1e-3 * n * n * steps / milliseconds);

  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_z));
  CHECK(cudaFree(d_vx));
  CHECK(cudaFree(d_vy));
  CHECK(cudaFree(d_vz));
  free(x);
  free(y);
  free(z);
  free(vx);
  free(vy);
  free(vz);
  return 0;
}
