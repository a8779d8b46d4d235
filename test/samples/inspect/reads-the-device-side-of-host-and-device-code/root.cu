#include <cmath>
#include <cuda_runtime.h>

__host__ __device__ double inverseRoot(double x)
{
#ifdef __CUDA_ARCH__
  double root = rsqrt(x);
#else
  double other = 1.0 / std::sqrt(x);
  double root = other;
#endif
  return root;
}

__global__ void normalise(double *v, int n)
{
  int i = threadIdx.x;
#if __CUDA_ARCH__ >= 350
  double here = __ldg(v + i);
#else
  double here = v[i];
#endif
  double sum = here;
#ifdef WITH_OPENMP
#pragma omp parallel for reduction(+: sum)
#endif
  for (int k = 0; k < n; k++) sum += 1.0;
  v[i] = sum * inverseRoot(here);
}

int main()
{
  double *v;
  cudaMallocManaged(&v, 64 * sizeof(double));
  normalise<<<1, 64>>>(v, 64);
  return cudaDeviceSynchronize() != cudaSuccess;
}
