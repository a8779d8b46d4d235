// Electrostatic potential of point charges in an electrolyte: the linearized Poisson-Boltzmann (Debye-Hueckel) equation in a periodic box, by
// Jacobi iteration.
//   jacobi [cells per side] [iterations]      prints the potential along lines through the box
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

// charge: charge density times h^2 / permittivity; diagonal: 6 + (h / Debye length)^2.
__global__ void sweep(int n, double diagonal, const double *phi, const double *charge, double *next) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= n || y >= n) return;
  const int west = x > 0 ? x - 1 : n - 1, east = x < n - 1 ? x + 1 : 0;
  const int north = y > 0 ? y - 1 : n - 1, south = y < n - 1 ? y + 1 : 0;
  const int below = z > 0 ? z - 1 : n - 1, above = z < n - 1 ? z + 1 : 0;
  const int k = (z * n + y) * n + x;
  const double sum = phi[(z * n + y) * n + west] + phi[(z * n + y) * n + east] + phi[(z * n + north) * n + x] +
                     phi[(z * n + south) * n + x] + phi[(below * n + y) * n + x] + phi[(above * n + y) * n + x];
  next[k] = (sum + charge[k]) / diagonal;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 320, iterations = argc > 2 ? atoi(argv[2]) : 1500;
  const double kappa = 0.316227766016837933; // grid spacing / Debye length
  const size_t cells = (size_t)n * n * n, bytes = cells * sizeof(double);
  double *host = (double *)malloc(bytes), *charge = (double *)malloc(bytes);
  for (size_t k = 0; k < cells; k++) host[k] = charge[k] = 0.0;
  // ions of both signs, spread over cells of 8^3 grid points, and a weak background charge
  for (int z = 0; z < n; z++)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        const size_t k = ((size_t)z * n + y) * n + x;
        const int number = (z / 8) * 31 + (y / 8) * 17 + (x / 8) * 7;
        const bool isIon = z % 8 == 1 + number % 5 && y % 8 == 2 + number % 3 && x % 8 == 1 + number % 6;
        charge[k] = isIon ? (number % 2 == 0 ? 1.7 : -0.9) : 0.003;
      }

  double *phi, *next, *rho;
  CHECK(cudaMalloc((void **)&phi, bytes));
  CHECK(cudaMalloc((void **)&next, bytes));
  CHECK(cudaMalloc((void **)&rho, bytes));
  CHECK(cudaMemcpy(phi, host, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(next, host, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(rho, charge, bytes, cudaMemcpyHostToDevice));

  const dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8, n);
  const double diagonal = 6.0 + kappa * kappa;
  for (int it = 0; it < iterations; it++) {
    sweep<<<grid, block>>>(n, diagonal, phi, rho, next);
    double *swap = phi;
    phi = next;
    next = swap;
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, phi, bytes, cudaMemcpyDeviceToHost));

  for (int i = 0; i < 8; i++) {
    const int at = (2 * i + 1) * n / 16;
    printf("%.17g %.17g %.17g\n", host[((size_t)at * n + n / 2) * n + n / 3], host[((size_t)(n / 2) * n + at) * n + n / 4],
           host[((size_t)(n / 3) * n + n / 4) * n + at]);
  }
  CHECK(cudaFree(phi));
  CHECK(cudaFree(next));
  CHECK(cudaFree(rho));
  free(host);
  free(charge);
  return 0;
}
