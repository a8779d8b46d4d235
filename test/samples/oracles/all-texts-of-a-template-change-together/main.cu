#include <cstdio>
#include "pool.h"
double Plain::factor = 0.7;
template <class I> __device__ double gathered(double x, I n) {
  __shared__ double part[4];
  part[threadIdx.x] = x * n;
  __syncthreads();
  double s = 0;
  for (int i = 0; i < 4; i++) s += part[i];
  __syncthreads();
  return s;
}
__global__ void apply(double *p) {
  Box<int> b(p[0]);
  Plain q{0.1};
  p[threadIdx.x] = b.total(p[threadIdx.x], 3) + scaled(p[threadIdx.x], 3) + b.get(0.1, 2) + q.by(0.3, 2);
}
int main() {
  double h[4] = {0.1, 0.2, 0.3, 0.4}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  apply<<<1, 4>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  Box<long> c(0.7);
  printf("%.17g %.17g %.17g %.17g\n", h[0], h[3], c.get(0.1, 3L) * Box<long>::weight + Box<int>::weight, h[1] * Plain::factor);
}
