#include <cstdio>
#include <cuda_fp16.h>
__device__ __half blend(__half a, __half b, __half share)
{
  __half rest = __float2half(1.0f) - share;
  rest += a * b;
  return __hadd(share * a, __hmul(rest, -b));
}
__global__ void run(__half *x)
{
  int i = threadIdx.x;
  if (x[i] < __float2half(0.5f)) x[i] = blend(x[i], __float2half(0.3f), x[i]);
  float f = __half2float(x[i]);
  x[i] = __float2half(f * 0.7f);
}
int main()
{
  __half x[4], *d_x;
  for (int i = 0; i < 4; i++) x[i] = __float2half(0.1f * i + 0.3f);
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  run<<<1, 4>>>(d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%.9g\n", __half2float(x[i]));
  return 0;
}
