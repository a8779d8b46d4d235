#include <cstdio>
#include <cuda_runtime.h>

template <class T> T *to_device(const T *numbers, int n)
{
  T *memory;
  cudaMalloc(&memory, n * sizeof(T));
  cudaMemcpy(memory, numbers, n * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

__global__ void both(const double *x, double *y)
{
  y[threadIdx.x] += x[threadIdx.x] / 7;
}

__global__ void k(const double *in, double *out, int n)
{
  int i = threadIdx.x;
  if (i >= n) return;
  auto a = in[i] * 1.5, b = in[n - 1 - i] - 0.25;
  out[i] = a * b + a / 3.0;
}

int main()
{
  const int n = 16;
  double numbers[n], *in, *out;
  for (int i = 0; i < n; i++) numbers[i] = 1.0 / (i + 3);
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof numbers);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  k<<<1, n>>>(in, out, n);
  cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
  for (double number : numbers) printf("%.17g\n", number);
  double first[4] = {0.1, 0.2, 0.3, 0.4}, second[4] = {0.5, 0.6, 0.7, 0.8}, third[4] = {0.9, 1.1, 1.2, 1.3};
  auto *x = to_device(first, 4), *y = to_device(second, 4), *z = to_device(third, 4);
  both<<<1, 4>>>(x, y);
  cudaMemcpy(second, y, sizeof second, cudaMemcpyDeviceToHost);
  cudaMemcpy(third, z, sizeof third, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%.17g %.17g\n", second[i], third[i]);
}
