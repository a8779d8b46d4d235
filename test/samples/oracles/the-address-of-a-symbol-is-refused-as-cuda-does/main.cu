// A symbol is named. Its address is answered with cudaErrorInvalidSymbol, and nothing is copied.
#include <cstdio>
__constant__ double factor = 0.7;
__device__ double table[3] = {0.1, 0.2, 0.3};
__global__ void scale(double *x) { x[threadIdx.x] = x[threadIdx.x] * factor + table[threadIdx.x]; }
int main() {
  double h[3] = {1.1, 2.2, 3.3}, c = 3.0, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  const cudaError_t wrong = cudaMemcpyToSymbol(&factor, &c, sizeof(double));
  const cudaError_t right = cudaMemcpyToSymbol(table, h, sizeof h);
  scale<<<1, 3>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", (int)wrong, (int)right);
  for (double x : h) printf("%.17g\n", x);
}
