// Conjugate gradients for one implicit step of heat conduction in a plate: (1 + tau L) x = b with the five-point Laplacian L and insulated edges.
// Every 50 iterations the residual is computed from its definition and the directions start anew, so that rounding errors of the recurrences do
// not add up.
//   cg [cells per side] [iterations]      prints the solution at a grid of points
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define THREADS 256
#define BLOCKS 1024

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

__device__ double applied(const double *p, int n, int k, double tau) {
  const int i = k / n, j = k % n;
  const double center = p[k];
  const double west = j > 0 ? p[k - 1] : center, east = j < n - 1 ? p[k + 1] : center;
  const double north = i > 0 ? p[k - n] : center, south = i < n - 1 ? p[k + n] : center;
  return center + tau * (4.0 * center - west - east - north - south);
}

__global__ void multiply(int n, double tau, const double *p, double *q) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n * n; k += gridDim.x * blockDim.x) q[k] = applied(p, n, k, tau);
}

__global__ void residual(int n, double tau, const double *b, const double *x, double *r) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n * n; k += gridDim.x * blockDim.x)
    r[k] = b[k] - applied(x, n, k, tau);
}

// One partial sum for each block.
__global__ void dot(int cells, const double *a, const double *b, double *partial) {
  __shared__ double sums[THREADS];
  double sum = 0.0;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < cells; k += gridDim.x * blockDim.x) sum += a[k] * b[k];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

__global__ void advance(int cells, double alpha, const double *p, const double *q, double *x, double *r) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < cells; k += gridDim.x * blockDim.x) {
    x[k] += alpha * p[k];
    r[k] -= alpha * q[k];
  }
}

__global__ void direct(int cells, double beta, const double *r, double *p) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < cells; k += gridDim.x * blockDim.x) p[k] = r[k] + beta * p[k];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4096, iterations = argc > 2 ? atoi(argv[2]) : 500;
  const double tau = 100.0;
  const int cells = n * n, blocks = cells / THREADS < BLOCKS ? cells / THREADS + 1 : BLOCKS;
  const size_t bytes = (size_t)cells * sizeof(double);
  double *host = (double *)malloc(bytes);
  double *sums = (double *)malloc(blocks * sizeof(double));
  // warm and cold spots, at places that do not repeat
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      host[(size_t)i * n + j] = 1.0 + 0.5 * sin(0.37 * i + 0.011 * j) * cos(0.23 * j) + ((i * 7 + j * 3) % 101 == 0 ? 4.0 : 0.0);

  double *b, *x, *r, *p, *q, *partial;
  CHECK(cudaMalloc((void **)&b, bytes));
  CHECK(cudaMalloc((void **)&x, bytes));
  CHECK(cudaMalloc((void **)&r, bytes));
  CHECK(cudaMalloc((void **)&p, bytes));
  CHECK(cudaMalloc((void **)&q, bytes));
  CHECK(cudaMalloc((void **)&partial, blocks * sizeof(double)));
  CHECK(cudaMemcpy(b, host, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(x, 0, bytes));
  CHECK(cudaMemset(r, 0, bytes));
  CHECK(cudaMemset(p, 0, bytes));

  double rr = 0.0;
  for (int it = 0; it < iterations; it++) {
    if (it % 50 == 0) {
      residual<<<blocks, THREADS>>>(n, tau, b, x, r);
      direct<<<blocks, THREADS>>>(cells, 0.0, r, p);
      dot<<<blocks, THREADS>>>(cells, r, r, partial);
      cudaMemcpy(sums, partial, blocks * sizeof(double), cudaMemcpyDeviceToHost);
      rr = 0.0;
      for (int block = 0; block < blocks; block++) rr += sums[block];
    }
    multiply<<<blocks, THREADS>>>(n, tau, p, q);
    dot<<<blocks, THREADS>>>(cells, p, q, partial);
    cudaMemcpy(sums, partial, blocks * sizeof(double), cudaMemcpyDeviceToHost);
    double pq = 0.0;
    for (int block = 0; block < blocks; block++) pq += sums[block];
    advance<<<blocks, THREADS>>>(cells, rr / pq, p, q, x, r);
    dot<<<blocks, THREADS>>>(cells, r, r, partial);
    cudaMemcpy(sums, partial, blocks * sizeof(double), cudaMemcpyDeviceToHost);
    double next = 0.0;
    for (int block = 0; block < blocks; block++) next += sums[block];
    direct<<<blocks, THREADS>>>(cells, next / rr, r, p);
    rr = next;
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, x, bytes, cudaMemcpyDeviceToHost));

  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) printf("%.17g\n", host[(size_t)((2 * i + 1) * n / 16) * n + (2 * j + 1) * n / 16]);
  CHECK(cudaFree(b));
  CHECK(cudaFree(x));
  CHECK(cudaFree(r));
  CHECK(cudaFree(p));
  CHECK(cudaFree(q));
  CHECK(cudaFree(partial));
  free(host);
  free(sums);
  return 0;
}
