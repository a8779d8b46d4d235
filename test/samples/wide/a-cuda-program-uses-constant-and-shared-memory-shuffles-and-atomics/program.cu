#include <cstdio>
#include <cuda_runtime.h>
#define WEIGHT 0.3
typedef double real;
struct body { real x, v; };
__constant__ real coefficients[3];

__device__ real warpSum(real x) {
  for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffff, x, offset);
  return x;
}

__global__ void step(body *bodies, real *total, int n) {
  __shared__ real partial[2];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  real term = 0.0;
  if (i < n) {
    body &b = bodies[i];
    b.v += coefficients[0] * b.x + coefficients[1] / (i + 1);
    b.x = fmax(b.x, 0.1) + sqrt(b.v) * coefficients[2];
    term = b.x > 1 ? b.x * WEIGHT : b.x;
  }
  term = warpSum(term);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = term;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, partial[0] + partial[1]);
}

int main() {
  const int n = 200;
  real host[3] = {0.1, 0.7, 1.0 / 3.0};
  body *start = new body[n], *bodies;
  real sum = 0, *total;
  for (int i = 0; i < n; i++) start[i].x = 0.01 * i, start[i].v = exp(-0.1 * i);
  cudaMalloc(&bodies, n * sizeof(body));
  cudaMalloc(&total, sizeof(real));
  cudaMemcpyToSymbol(coefficients, host, sizeof(host));
  cudaMemcpy(bodies, start, n * sizeof(body), cudaMemcpyHostToDevice);
  cudaMemcpy(total, &sum, sizeof(real), cudaMemcpyHostToDevice);
  for (int k = 0; k < 3; k++) step<<<(n + 63) / 64, 64>>>(bodies, total, n);
  cudaMemcpy(&sum, total, sizeof(real), cudaMemcpyDeviceToHost);
  cudaMemcpy(start, bodies, n * sizeof(body), cudaMemcpyDeviceToHost);
  printf("%.17g %.17g %.17g\n", sum, start[7].x, start[199].v);
  cudaFree(bodies);
  cudaFree(total);
  delete[] start;
  return 0;
}
