// A star cluster: gravitation by direct summation with softening, leapfrog steps. Energy is conserved, and so is every error.
//   nbody [bodies] [steps]      prints the positions of some bodies
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE 128

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

__global__ void kick(int n, double dt, const double *x, const double *y, const double *z, const double *mass, double *vx,
                     double *vy, double *vz) {
  __shared__ double tileX[TILE], tileY[TILE], tileZ[TILE], tileM[TILE];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double xi = i < n ? x[i] : 0.0, yi = i < n ? y[i] : 0.0, zi = i < n ? z[i] : 0.0;
  double ax = 0.0, ay = 0.0, az = 0.0;
  for (int first = 0; first < n; first += TILE) {
    const int own = first + threadIdx.x;
    tileX[threadIdx.x] = own < n ? x[own] : 0.0;
    tileY[threadIdx.x] = own < n ? y[own] : 0.0;
    tileZ[threadIdx.x] = own < n ? z[own] : 0.0;
    tileM[threadIdx.x] = own < n ? mass[own] : 0.0;
    __syncthreads();
    for (int j = 0; j < TILE; j++) {
      const double dx = tileX[j] - xi, dy = tileY[j] - yi, dz = tileZ[j] - zi;
      const double inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01);
      const double pull = tileM[j] * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    __syncthreads();
  }
  if (i < n) {
    vx[i] += dt * ax;
    vy[i] += dt * ay;
    vz[i] += dt * az;
  }
}

__global__ void drift(int n, double dt, double *x, double *y, double *z, const double *vx, const double *vy,
                      const double *vz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] += dt * vx[i];
  y[i] += dt * vy[i];
  z[i] += dt * vz[i];
}

static double uniform(unsigned long long *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32768, steps = argc > 2 ? atoi(argv[2]) : 200;
  const double dt = 0.005;
  const int blocks = (n + TILE - 1) / TILE;
  const size_t bytes = n * sizeof(double);
  double *px = (double *)malloc(bytes), *py = (double *)malloc(bytes), *pz = (double *)malloc(bytes);
  double *weights = (double *)malloc(bytes);
  unsigned long long state = 20190617ULL;
  for (int i = 0; i < n; i++) {
    px[i] = uniform(&state);
    py[i] = uniform(&state);
    pz[i] = uniform(&state);
    weights[i] = (1.0 + 0.5 * uniform(&state)) / n;
  }

  double *x, *y, *z, *vx, *vy, *vz, *mass;
  CHECK(cudaMalloc((void **)&x, bytes));
  CHECK(cudaMalloc((void **)&y, bytes));
  CHECK(cudaMalloc((void **)&z, bytes));
  CHECK(cudaMalloc((void **)&vx, bytes));
  CHECK(cudaMalloc((void **)&vy, bytes));
  CHECK(cudaMalloc((void **)&vz, bytes));
  CHECK(cudaMalloc((void **)&mass, bytes));
  CHECK(cudaMemcpy(x, px, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(y, py, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(z, pz, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(mass, weights, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(vx, 0, bytes));
  CHECK(cudaMemset(vy, 0, bytes));
  CHECK(cudaMemset(vz, 0, bytes));

  for (int it = 0; it < steps; it++) {
    kick<<<blocks, TILE>>>(n, dt, x, y, z, mass, vx, vy, vz);
    drift<<<blocks, TILE>>>(n, dt, x, y, z, vx, vy, vz);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(px, x, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(py, y, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(pz, z, bytes, cudaMemcpyDeviceToHost));

  for (int i = 0; i < 16; i++) {
    const int k = i * (n / 16);
    printf("%.17g %.17g %.17g\n", px[k], py[k], pz[k]);
  }
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  CHECK(cudaFree(z));
  CHECK(cudaFree(vx));
  CHECK(cudaFree(vy));
  CHECK(cudaFree(vz));
  CHECK(cudaFree(mass));
  free(px);
  free(py);
  free(pz);
  free(weights);
  return 0;
}
