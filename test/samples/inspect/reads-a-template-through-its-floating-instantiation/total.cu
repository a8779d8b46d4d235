#include <cuda_runtime.h>

template <typename T> __global__ void total(const T *values, T *result, int n)
{
  T sum = 0;
  for (int i = 0; i < n; i++) sum += values[i] * values[i];
  *result = sum;
}

int main()
{
  int *counts, *count;
  double *weights, *weight;
  cudaMallocManaged(&counts, 64 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  cudaMallocManaged(&weights, 64 * sizeof(double));
  cudaMallocManaged(&weight, sizeof(double));
  total<int><<<1, 1>>>(counts, count, 64);
  total<double><<<1, 1>>>(weights, weight, 64);
  total<int><<<1, 1>>>(count, counts, 1);
  return 0;
}
