#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

typedef double real;
#define IDX(i, j, nx) ((j) * (nx) + (i))
#define SQR(x) ((x) * (x))

struct Grid { int nx, ny; real dx, dy, dt; };
__constant__ real kappa;

__device__ __forceinline__ real laplace(const real *t, int i, int j, Grid g)
{
  real c = t[IDX(i, j, g.nx)];
  return (t[IDX(i - 1, j, g.nx)] - 2.0 * c + t[IDX(i + 1, j, g.nx)]) / SQR(g.dx)
       + (t[IDX(i, j - 1, g.nx)] - 2.0 * c + t[IDX(i, j + 1, g.nx)]) / SQR(g.dy);
}

__global__ void step(const real *old, real *now, Grid g)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i <= 0 || j <= 0 || i >= g.nx - 1 || j >= g.ny - 1) return;
  now[IDX(i, j, g.nx)] = old[IDX(i, j, g.nx)] + kappa * g.dt * laplace(old, i, j, g);
}

template <int BLOCK>
__global__ void residual(const real *a, const real *b, real *partial, int n)
{
  __shared__ real sum[BLOCK];
  real mine = 0;
  for (int k = blockIdx.x * BLOCK + threadIdx.x; k < n; k += gridDim.x * BLOCK) mine += SQR(a[k] - b[k]);
  sum[threadIdx.x] = mine;
  __syncthreads();
  for (int s = BLOCK / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) sum[threadIdx.x] += sum[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sum[0];
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 10;
  Grid g = {n, n, 1.0 / (n - 1), 1.0 / (n - 1), 0};
  g.dt = 0.2 * SQR(g.dx);
  real k = 1.0;
  cudaMemcpyToSymbol(kappa, &k, sizeof(real));
  std::vector<real> t(n * n);
  for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) t[IDX(i, j, n)] = sin(M_PI * i * g.dx) * sin(M_PI * j * g.dy);
  real *d_a, *d_b, *d_p;
  cudaMalloc(&d_a, n * n * sizeof(real));
  cudaMalloc(&d_b, n * n * sizeof(real));
  cudaMalloc(&d_p, 16 * sizeof(real));
  cudaMemcpy(d_a, t.data(), n * n * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, d_a, n * n * sizeof(real), cudaMemcpyDeviceToDevice);
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  for (int s = 0; s < steps; s++) { step<<<grid, block>>>(d_a, d_b, g); std::swap(d_a, d_b); }
  residual<128><<<16, 128>>>(d_a, d_b, d_p, n * n);
  real p[16], r = 0;
  cudaMemcpy(p, d_p, sizeof p, cudaMemcpyDeviceToHost);
  for (int q = 0; q < 16; q++) r += p[q];
  cudaMemcpy(t.data(), d_a, n * n * sizeof(real), cudaMemcpyDeviceToHost);
  printf("%.17g %.17g\n", t[IDX(n / 2, n / 2, n)], sqrt(r));
  if (cudaGetLastError() != cudaSuccess) return 1;
}
