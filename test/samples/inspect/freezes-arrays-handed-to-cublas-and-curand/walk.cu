// A random walk whose steps come from cuRAND and whose overlap is taken by cuBLAS.
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <curand.h>

__global__ void walk(const double *uniform, double *place, double *drift, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double step = 2.0 * uniform[i] - 1.0;
  place[i] += step;
  drift[i] = step * step;
}

int main()
{
  const int n = 1 << 15;
  double *d_uniform, *d_place, *d_drift;
  if (cudaMalloc(&d_uniform, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_place, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_drift, n * sizeof(double)) != cudaSuccess) return 1;
  cudaMemset(d_place, 0, n * sizeof(double));

  curandGenerator_t generator;
  if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS) return 1;
  curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
  for (int round = 0; round < 10; round++) {
    curandGenerateUniformDouble(generator, d_uniform, n);
    walk<<<n / 256, 256>>>(d_uniform, d_place, d_drift, n);
  }

  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  double overlap = 0.0;
  cublasDdot(handle, n, d_place, 1, d_place, 1, &overlap);
  cublasDestroy(handle);
  curandDestroyGenerator(generator);

  double *drift = (double *) malloc(n * sizeof(double));
  cudaMemcpy(drift, d_drift, n * sizeof(double), cudaMemcpyDeviceToHost);
  double mean = 0.0;
  for (int i = 0; i < n; i++) mean += drift[i] / n;
  printf("%.12f %.12f\n", overlap / n, mean);
  cudaFree(d_uniform);
  cudaFree(d_place);
  cudaFree(d_drift);
  free(drift);
  return 0;
}
