#include <cuda_runtime.h>

extern "C" double mean(const double *v, int n);

__global__ void third(double *v, double2 shift, int n)
{
  int i = threadIdx.x;
  if (i < n) v[i] = v[i] / 3.0 + shift.x * shift.y;
}

extern "C" void thirds(double *v, int n)
{
  double *d;
  cudaMalloc(&d, n * sizeof(double));
  cudaMemcpy(d, v, n * sizeof(double), cudaMemcpyHostToDevice);
  third<<<1, 32>>>(d, make_double2(mean(v, n), 0.1), n);
  cudaMemcpy(v, d, n * sizeof(double), cudaMemcpyDeviceToHost);
}
