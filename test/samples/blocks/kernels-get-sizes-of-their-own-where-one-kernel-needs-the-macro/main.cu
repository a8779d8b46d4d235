#include <cstdio>
#include <cuda_runtime.h>
#define BLOCK_SIZE 128
#define PARTS 4

// Sums of the neighbours, through a tile of the block.
__global__ void blur(const double *in, double *out, int n)
{
  __shared__ double tile[BLOCK_SIZE + 2];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = threadIdx.x + 1;
  tile[at] = i < n ? in[i] : 0.0;
  if (threadIdx.x == 0) tile[0] = i > 0 && i <= n ? in[i - 1] : 0.0;
  if (threadIdx.x == BLOCK_SIZE - 1) tile[BLOCK_SIZE + 1] = i + 1 < n ? in[i + 1] : 0.0;
  __syncthreads();
  if (i < n) out[i] = 0.25 * tile[at - 1] + 0.5 * tile[at] + 0.25 * tile[at + 1];
}

__global__ void scale(double *x, int n, double by)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by;
}

int main()
{
  const int n = 1000;
  static double host[n];
  for (int i = 0; i < n; i++) host[i] = i * 0.5;
  double *in, *out;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(in, host, n * sizeof(double), cudaMemcpyHostToDevice);
  int blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
  scale<<<blocks, BLOCK_SIZE>>>(in, n, 0.1);
  for (int k = 0; k < PARTS; k++) scale<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(in, n, 1.0 / 3.0);
  blur<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 37) printf("%.17g\n", host[i]);
  return 0;
}
