#include <stdio.h>
#ifdef SINGLE
#define T float
#define T2 float2
#define MAKE_T2 make_float2
#else
#define T double
#define T2 double2
#define MAKE_T2 make_double2
#endif

__device__ T2 operator*(T2 a, T2 b) { return MAKE_T2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ T2 operator*(T2 a, T b) { return MAKE_T2(b * a.x, b * a.y); }

__global__ void square(T2 *data, T *size)
{
  T2 w = data[threadIdx.x] * data[threadIdx.x] * (T) 0.3;
  size[threadIdx.x] = w.x * w.x + w.y * w.y;
}

int main()
{
  T2 host[8], *data;
  T back[8], *size;
  double total = 0;
  for (int i = 0; i < 8; i++) host[i] = MAKE_T2(0.1 * i, 1 - 0.3 * i);
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&size, sizeof back);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  square<<<1, 8>>>(data, size);
  cudaMemcpy(back, size, sizeof back, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) total += back[i];
  printf("%.17g\n", total);
  cudaFree(data);
  cudaFree(size);
  return 0;
}
