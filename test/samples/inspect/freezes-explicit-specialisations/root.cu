#include <cuda_runtime.h>

template <typename T> __device__ T inverseRoot(T x) { return T(1) / sqrt(x); }
template <> __device__ double inverseRoot<double>(double x)
{
  double guess = rsqrt(x);
  return guess * (1.5 - 0.5 * x * guess * guess);
}

__global__ void scale(double *v)
{
  double here = v[threadIdx.x];
  v[threadIdx.x] = inverseRoot(here);
}

int main()
{
  double *v;
  cudaMallocManaged(&v, 64 * sizeof(double));
  scale<<<1, 64>>>(v);
  return cudaDeviceSynchronize() != cudaSuccess;
}
