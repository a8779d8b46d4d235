#include <cstdio>
#include <cuda_runtime.h>

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
}
