#include <cfloat>
#include <cstdio>
#include <cstdlib>

__global__ void soften(double *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double squared = a[i] * a[i];
  double pull = rsqrt(squared + (double)SOFTENING) * static_cast<double>(SCALE);
  a[i] = pull / (double)LARGEST;
}

int main(int argc, char **argv)
{
  int n = 16;
  double h[16], *a;
  for (int i = 0; i < n; i++) h[i] = 0.1 * (i + 1);
  cudaMalloc(&a, n * sizeof(double));
  cudaMemcpy(a, h, n * sizeof(double), cudaMemcpyHostToDevice);
  soften<<<1, 16>>>(a, n);
  cudaMemcpy(h, a, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\n", h[i]);
  cudaFree(a);
  return 0;
}
