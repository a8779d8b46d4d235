#include <cstdio>
__global__ void k(double *out)
{
  __shared__ double tile[8];
  double (*now) = tile, (scale) = 0.1;
  double (&first) = tile[0];
  now[threadIdx.x] = scale + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = now[7 - threadIdx.x] * first;
}
int main()
{
  double x[8], *d;
  cudaMalloc(&d, sizeof x);
  k<<<1, 8>>>(d);
  cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g\n", x[i]);
}
