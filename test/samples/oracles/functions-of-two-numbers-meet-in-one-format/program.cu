#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void limit(double *out, double a)
{
  double narrow = 0.1 * a;
  double wide = 0.3 * a;
  out[0] = fmin(narrow, 1.0);
  out[1] = fmax(narrow, out[0]);
  out[2] = fmin(wide * narrow, fmax(narrow + 0.1, wide));
  out[3] = pow(narrow, wide);
}

int main()
{
  double *d, h[4];
  cudaMalloc(&d, 4 * sizeof(double));
  limit<<<1, 1>>>(d, 0.7);
  cudaMemcpy(h, d, 4 * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.17g %.17g %.17g %.17g\n", h[0], h[1], h[2], h[3]);
  cudaFree(d);
  return 0;
}
