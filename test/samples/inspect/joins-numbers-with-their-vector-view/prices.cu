// Scalars on the host, pairs in the kernel: one memory, one format.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void price(float2 *call, const float2 *stock, float rate, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  float2 s = stock[i];
  call[i] = make_float2(s.x * rate, s.y * rate);
}

int main()
{
  const int n = 4096;
  float *call, *stock;
  cudaMallocManaged(&call, n * sizeof(float));
  cudaMallocManaged(&stock, n * sizeof(float));
  for (int i = 0; i < n; i++) stock[i] = i;
  price<<<n / 512, 256>>>((float2 *) call, (const float2 *) stock, 0.5f, n);
  cudaDeviceSynchronize();
  printf("%g\n", call[1]);
  return 0;
}
