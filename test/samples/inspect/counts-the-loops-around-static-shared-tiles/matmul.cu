// C = A B by square tiles held in shared memory.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define TILE 16

static void checkCuda(cudaError_t result)
{
  if (result != cudaSuccess) {
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(result));
    exit(EXIT_FAILURE);
  }
}

__global__ void multiply(const double *A, const double *B, double *C, int n)
{
  __shared__ double a_tile[TILE][TILE + 1];
  __shared__ double b_tile[TILE][TILE + 1];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  double sum = 0.0;

  for (int tile = 0; tile < n / TILE; tile++) {
    a_tile[threadIdx.y][threadIdx.x] = A[row * n + tile * TILE + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = B[(tile * TILE + threadIdx.y) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++)
      sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

int main()
{
  const int n = 512;
  double *A = (double *) malloc(sizeof(double) * n * n);
  double *B = (double *) malloc(sizeof(double) * n * n);
  double *C = (double *) malloc(sizeof(double) * n * n);
  for (int i = 0; i < n * n; i++) {
    A[i] = sin(0.37 * i);
    B[i] = cos(0.21 * i);
  }

  double *dA, *dB, *dC;
  checkCuda(cudaMalloc((void **) &dA, sizeof(double) * n * n));
  checkCuda(cudaMalloc((void **) &dB, sizeof(double) * n * n));
  checkCuda(cudaMalloc((void **) &dC, sizeof(double) * n * n));
  checkCuda(cudaMemcpy(dA, A, sizeof(double) * n * n, cudaMemcpyHostToDevice));
  checkCuda(cudaMemcpy(dB, B, sizeof(double) * n * n, cudaMemcpyHostToDevice));

  dim3 threads(TILE, TILE), blocks(n / TILE, n / TILE);
  multiply<<<blocks, threads>>>(dA, dB, dC, n);
  checkCuda(cudaGetLastError());
  checkCuda(cudaMemcpy(C, dC, sizeof(double) * n * n, cudaMemcpyDeviceToHost));

  double trace = 0.0;
  for (int i = 0; i < n; i++) trace += C[i * n + i];
  printf("trace %.12f\n", trace);

  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  free(A);
  free(B);
  free(C);
  return 0;
}
