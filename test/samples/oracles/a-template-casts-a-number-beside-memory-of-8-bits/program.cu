// Memory of a format of 8 bits and a cast of a number in one template: what is computed is fp32, what is reserved and pointed to is not.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <typename T> __global__ void halve(T *x, int n)
{
  const int i = threadIdx.x;
  if (i < n) x[i] = x[i] * T(0.5) + T(1.7);
}

template <typename T> T *upload(const T *from, int n)
{
  T *copy = (T *)malloc(n * sizeof(T));
  for (int i = 0; i < n; i++) copy[i] = from[i] + T(0.3);
  T *device = nullptr;
  cudaMalloc(&device, sizeof(T) * n);
  cudaMemcpy(device, copy, n * sizeof(T), cudaMemcpyHostToDevice);
  free(copy);
  return device;
}

int main(int argc, char **)
{
  const int n = 4;
  double *values = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) values[i] = (i + argc) / 3.0;
  double *device = upload(values, n);
  halve<double><<<1, 32>>>(device, n);
  cudaMemcpy(values, device, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\n", values[i]);
  cudaFree(device);
  free(values);
  return 0;
}
