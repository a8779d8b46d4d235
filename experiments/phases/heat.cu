// Transient temperature of a chip on its heat sink: conduction in the plane of the die, insulated edges, loss to the sink, and the power map of
// the functional units, until the temperature is steady.
//   heat [cells per side] [steps]      prints temperatures (K above ambient) at a grid of points
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

// One explicit step: conduct = dt * diffusivity / dx^2, lose = dt / (time constant of the sink), power = dt * heating rate.
__global__ void step(int n, double conduct, double lose, const double *t, const double *power, double *next) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n) return;
  const int k = i * n + j;
  const double center = t[k];
  const double west = j > 0 ? t[k - 1] : center, east = j < n - 1 ? t[k + 1] : center;
  const double north = i > 0 ? t[k - n] : center, south = i < n - 1 ? t[k + n] : center;
  next[k] = center + conduct * (west + east + north + south - 4.0 * center) - lose * center + power[k];
}

// The power map repeats every 48 cells: two cores, their shared cache and the interconnect.
static double heatingRate(int i, int j) {
  const int y = i % 48, x = j % 48;
  if (y < 20 && x < 20) return 3.1;
  if (y < 20 && x >= 28) return 2.3;
  if (y >= 28 && x < 36) return 0.7;
  return 0.1;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4096, steps = argc > 2 ? atoi(argv[2]) : 3000;
  const double conduct = 0.2, lose = 0.008, dt = 0.011;
  const size_t cells = (size_t)n * n, bytes = cells * sizeof(double);
  double *temperature = (double *)malloc(bytes), *power = (double *)malloc(bytes);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      temperature[(size_t)i * n + j] = 0.0;
      power[(size_t)i * n + j] = dt * heatingRate(i, j);
    }

  double *t, *next, *p;
  CHECK(cudaMalloc((void **)&t, bytes));
  CHECK(cudaMalloc((void **)&next, bytes));
  CHECK(cudaMalloc((void **)&p, bytes));
  CHECK(cudaMemcpy(t, temperature, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(next, temperature, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(p, power, bytes, cudaMemcpyHostToDevice));

  const dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  for (int it = 0; it < steps; it++) {
    step<<<grid, block>>>(n, conduct, lose, t, p, next);
    double *swap = t;
    t = next;
    next = swap;
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(temperature, t, bytes, cudaMemcpyDeviceToHost));

  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) printf("%.17g\n", temperature[(size_t)((2 * i + 1) * n / 16) * n + (2 * j + 1) * n / 16]);
  CHECK(cudaFree(t));
  CHECK(cudaFree(next));
  CHECK(cudaFree(p));
  free(temperature);
  free(power);
  return 0;
}
