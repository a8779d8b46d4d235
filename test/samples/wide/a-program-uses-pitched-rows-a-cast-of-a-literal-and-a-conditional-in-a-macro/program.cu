#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
typedef double real;

__global__ void sums(const real *rows, size_t pitch, real *out, int width)
{
  size_t across = pitch / sizeof(real);
  real sum = blockIdx.x > 9 ? NAN : rows[blockIdx.x * across];
  for (int i = 1; i < width; i++) sum += rows[blockIdx.x * across + i] * (real) 0.3;
  out[blockIdx.x] = sum;
}

int main()
{
  const int width = 5, height = 4;
  real host[height * width], back[height], *rows, *out;
  size_t pitch;
  for (int i = 0; i < height * width; i++) host[i] = 1.0 / (i + 1);
  cudaMallocPitch((void **) &rows, &pitch, width * sizeof(real), height);
  cudaMalloc(&out, height * sizeof(real));
  cudaMemcpy2D(rows, pitch, host, width * sizeof(real), width * sizeof(real), height, cudaMemcpyHostToDevice);
  sums<<<height, 1>>>(rows, pitch, out, width);
  cudaMemcpy(back, out, height * sizeof(real), cudaMemcpyDeviceToHost);
  for (int i = 0; i < height; i++) printf("%.17g\n", back[i]);
  cudaFree(rows);
  cudaFree(out);
  return 0;
}
