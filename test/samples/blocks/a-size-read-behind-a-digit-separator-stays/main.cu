// BLOCK is also read on the line of the separator: another size of blocks would change a result.
#include <cstdio>
#define BLOCK 256
__global__ void scale(double *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * 0.1;
}
int main()
{
  const int n = 1000;
  double h[1000], *d;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d, n * sizeof(double));
  cudaMemcpy(d, h, n * sizeof(double), cudaMemcpyHostToDevice);
  scale<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(double), cudaMemcpyDeviceToHost);
  long big = 1'000; h[0] += BLOCK; char c = 'x';
  printf("%.17g %.17g %ld%c\n", h[0], h[999], big, c);
}
