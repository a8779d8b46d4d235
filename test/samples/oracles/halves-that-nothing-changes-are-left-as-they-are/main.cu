#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// one text for two halves: an edit would have to name one of them
template <class T> float total()
{
  T p[4];
  for (int i = 0; i < 4; i++) p[i] = i % 3;
  float sum = 0;
  for (int i = 0; i < 4; i++) sum += static_cast<float>(p[i]);
  return sum;
}

__global__ void third(float *p)
{
  float t = 1.0f / 3;
  p[threadIdx.x] = t;
}

int main()
{
  float h[2], *d;
  cudaMalloc(&d, sizeof h);
  third<<<1, 2>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%.9g %.9g %.9g\n", h[1], total<__half>(), total<__nv_bfloat16>());
  cudaFree(d);
}
