#include <cstdio>
#include <cuda_runtime.h>
#include "sizes.h"

__global__ void relax(const double *in, double *out, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int at = y * width + x;
  out[at] = 0.25 * (in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
}

__global__ void scale(double *values, double by, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) values[i] *= by;
}

__global__ void sums(const double *values, double *rows, int width, int height)
{
  int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= height) return;
  double sum = 0.0;
  for (int x = 0; x < width; x++) sum += values[row * width + x];
  rows[row] = sum;
}

int main()
{
  const int width = 37, height = 29, n = width * height;
  static double host[n], rows[height];
  for (int i = 0; i < n; i++) host[i] = (i * 7) % 11 / 3.0;
  double *in, *out, *dRows;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMalloc(&dRows, height * sizeof(double));
  cudaMemcpy(in, host, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(out, host, n * sizeof(double), cudaMemcpyHostToDevice);
  const dim3 block(16, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  relax<<<grid, block>>>(in, out, width, height);
  scale<<<4, 64>>>(out, 1.1, n);
  sums<<<BLOCKS(height), THREADS>>>(out, dRows, width, height);
  cudaMemcpy(host, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(rows, dRows, height * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 41) printf("%.17g\n", host[i]);
  for (int i = 0; i < height; i++) printf("%.17g\n", rows[i]);
  return 0;
}
