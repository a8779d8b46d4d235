#include <cstdio>
#include <cuda_runtime.h>

__constant__ struct {
  double rate, width;
  int steps;
} box;
__device__ struct {
  double largest;
} found;

__global__ void decay(double *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int step = 0; step < box.steps; step++) x[i] -= box.rate * x[i] / box.width;
  if (i == 0) found.largest = x[i];
}

int main()
{
  const int n = 4;
  double host[n], *x, largest;
  for (int i = 0; i < n; i++) host[i] = 1 / (i + 3.0);
  struct {
    double rate, width;
    int steps;
  } given = {0.1, 0.7, 5};
  cudaMemcpyToSymbol(box, &given, sizeof given);
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  decay<<<1, 32>>>(x, n);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&largest, found, sizeof largest);
  for (double value : host) std::printf("%.17g\n", value);
  std::printf("%.17g\n", largest);
  cudaFree(x);
}
