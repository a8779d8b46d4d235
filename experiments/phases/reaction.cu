// A reaction-diffusion system: heart tissue (the Aliev-Panfilov model), paced at one edge until beat follows beat alike.
//   reaction [cells per side] [steps]      prints potential and recovery at a grid of points
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

__global__ void step(int n, double dt, double diffusion, double stimulus, const double *v, const double *w, double *nextV,
                     double *nextW) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n) return;
  const int k = i * n + j;
  const double center = v[k], recovery = w[k];
  const double west = j > 0 ? v[k - 1] : center, east = j < n - 1 ? v[k + 1] : center;
  const double north = i > 0 ? v[k - n] : center, south = i < n - 1 ? v[k + n] : center;
  const double conducted = diffusion * (west + east + north + south - 4.0 * center);
  const double current = 8.0 * center * (center - 0.15) * (center - 1.0) + center * recovery;
  const double pace = j % 64 < 3 ? stimulus : 0.0; // electrodes: every 64 cells a line of three
  const double rate = 0.002 + 0.2 * recovery / (center + 0.3);
  nextV[k] = center + conducted + dt * (pace - current);
  nextW[k] = recovery - dt * rate * (recovery + 8.0 * center * (center - 1.15));
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2880, steps = argc > 2 ? atoi(argv[2]) : 9600;
  const double dt = 0.1;
  const int beat = 480, pulse = 20; // steps
  const size_t cells = (size_t)n * n, bytes = cells * sizeof(double);
  double *potential = (double *)malloc(bytes), *recovery = (double *)malloc(bytes);

  double *v, *w, *nextV, *nextW;
  CHECK(cudaMalloc((void **)&v, bytes));
  CHECK(cudaMalloc((void **)&w, bytes));
  CHECK(cudaMalloc((void **)&nextV, bytes));
  CHECK(cudaMalloc((void **)&nextW, bytes));
  CHECK(cudaMemset(v, 0, bytes));
  CHECK(cudaMemset(w, 0, bytes));
  CHECK(cudaMemset(nextV, 0, bytes));
  CHECK(cudaMemset(nextW, 0, bytes));

  const dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  for (int it = 0; it < steps; it++) {
    step<<<grid, block>>>(n, dt, 0.1, it % beat < pulse ? 1.0 : 0.0, v, w, nextV, nextW);
    double *swap = v;
    v = nextV;
    nextV = swap;
    swap = w;
    w = nextW;
    nextW = swap;
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(potential, v, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(recovery, w, bytes, cudaMemcpyDeviceToHost));

  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      const size_t k = (size_t)((2 * i + 1) * n / 16) * n + (2 * j + 1) * n / 16;
      printf("%.17g %.17g\n", potential[k], recovery[k]);
    }
  CHECK(cudaFree(v));
  CHECK(cudaFree(w));
  CHECK(cudaFree(nextV));
  CHECK(cudaFree(nextW));
  free(potential);
  free(recovery);
  return 0;
}
