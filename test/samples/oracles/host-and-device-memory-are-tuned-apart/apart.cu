// Nothing is frozen here, and every copy is asked to convert: either side may be the wider one, and starts with constants.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define BYTES (8 * sizeof(double))
#define UP(to, from) cudaMemcpy(to, from, BYTES, cudaMemcpyHostToDevice)

double start[8] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};

__global__ void mix(double *a, const double *b, const float *c)
{
  int i = threadIdx.x;
  a[i] = a[i] * b[i] / 3.0 + c[i];
}

int main()
{
  size_t bytes = BYTES;
  std::vector<double> b(8);
  float *c = (float *) malloc(8 * sizeof(float)), *d_c;
  double *d_a, *d_b, result[8];
  for (int i = 0; i < 8; i++) b[i] = 1.0 / (i + 3), c[i] = 0.7f * i;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, BYTES);
  cudaMalloc(&d_c, 8 * sizeof *c);
  UP(d_a, start);
  cudaMemcpy(d_b, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_c, c, 8 * sizeof *c, cudaMemcpyHostToDevice);
  mix<<<1, 8>>>(d_a, d_b, d_c);
  cudaMemcpy(result, d_a, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(&b[2], d_b + 2, 3 * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g %.17g\n", result[i], b[i]);
  free(c);
  return 0;
}
