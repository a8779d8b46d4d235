#include <cstdio>

__global__ void scale(double *a, double by) { a[threadIdx.x] *= by; }

int main()
{
  double r[12], *a, by = 0.7;
  for (int i = 0; i < 12; i++) r[i] = i;
  cudaMalloc(&a, sizeof r);
  cudaMemcpy(a, r, sizeof r, cudaMemcpyHostToDevice);
  void *arguments[] = {&a, &by};
  cudaLaunchKernel((const void *) scale, dim3(1), dim3(12), arguments, 0, 0);
  cudaMemcpy(r, a, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g\n", r[1]);
  return 0;
}
