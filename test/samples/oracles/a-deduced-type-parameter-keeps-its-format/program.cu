#include <cstdio>
template <class T> __global__ void scale(T *x, T by, int n) { int i = threadIdx.x; T y = x[i] * by; if (i < n) x[i] = y + T(0.1); }
template <class T> __global__ void shift(T *x, int n) { int i = threadIdx.x; if (i < n) x[i] += 0.1; }
template <typename T> __device__ T square(T v) { return v * v; }
__global__ void use(double *x) { double d = x[threadIdx.x]; x[threadIdx.x] = square(d) + square(x[threadIdx.x] * 0.1); }
int main()
{
  double x[8], *d, by = 0.7;
  for (int i = 0; i < 8; i++) x[i] = 0.3 * i;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  scale<<<1, 8>>>(d, by, 8);
  shift<<<1, 8>>>(d, 8);
  scale<double><<<1, 8>>>(d, 0.9, 8);
  use<<<1, 8>>>(d);
  cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g\n", x[i]);
}
