#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

__global__ void relax(const double *from, double *to, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
  else if (i < n) to[i] = from[i];
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? 10 * atoi(argv[1]) : 200;
  double *h = (double *) malloc(n * sizeof(double));
  std::vector<double> back(n);
  for (int i = 0; i < n; i++) h[i] = i % 11 == 0 ? 37.3 * i : -0.003 * i;
  double *a, *b;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  cudaMemcpy(a, h, n * sizeof(double), cudaMemcpyHostToDevice);
  for (int k = 0; k < 2; k++) {
    relax<<<(n + 127) / 128, 128>>>(a, b, n);
    relax<<<(n + 127) / 128, 128>>>(b, a, n);
  }
  cudaMemcpy(back.data(), a, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 3) printf("%.17g\n", back[i]);
  free(h);
  return cudaGetLastError() != cudaSuccess;
}
