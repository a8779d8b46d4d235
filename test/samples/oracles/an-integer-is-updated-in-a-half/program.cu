#include <cstdio>
__global__ void k(const double *a, int *b, int n)
{
  int i = threadIdx.x, count = i;
  double x = a[i];
  count += x * 2.5;
  count -= x;
  b[i] = count;
}
int main()
{
  double x[32], *d; int y[32], *e;
  for (int i = 0; i < 32; i++) x[i] = 7.37 * i;
  cudaMalloc(&d, sizeof x); cudaMalloc(&e, sizeof y);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(d, e, 32);
  cudaMemcpy(y, e, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; i++) printf("%d\n", y[i]);
}
