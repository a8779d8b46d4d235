// Adaptive Simpson quadrature, recursively, one interval per thread.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ double integrand(double x)
{
  return 1.0 / (0.01 + x * x);
}

__device__ double refine(double a, double b, double fa, double fm, double fb, double whole, double eps, int depth)
{
  double m = 0.5 * (a + b);
  double left = integrand(0.5 * (a + m));
  double right = integrand(0.5 * (m + b));
  double half1 = (m - a) / 6.0 * (fa + 4.0 * left + fm);
  double half2 = (b - m) / 6.0 * (fm + 4.0 * right + fb);
  double change = half1 + half2 - whole;
  if (depth == 0 || fabs(change) < eps) return half1 + half2 + change / 15.0;
  return refine(a, m, fa, left, fm, half1, 0.5 * eps, depth - 1) + refine(m, b, fm, right, fb, half2, 0.5 * eps, depth - 1);
}

__global__ void integrateAll(double *area, double width, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a = i * width, b = a + width;
  double fa = integrand(a), fm = integrand(0.5 * (a + b)), fb = integrand(b);
  area[i] = refine(a, b, fa, fm, fb, width / 6.0 * (fa + 4.0 * fm + fb), 1e-12, 12);
}

int main()
{
  const int n = 256;
  double area[n];
  double *d_area;
  if (cudaMalloc(&d_area, sizeof(area)) != cudaSuccess) return 1;
  integrateAll<<<2, 128>>>(d_area, 1.0 / n, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    fprintf(stderr, "integration failed\n");
    return 1;
  }
  cudaMemcpy(area, d_area, sizeof(area), cudaMemcpyDeviceToHost);
  double total = 0.0;
  for (int i = 0; i < n; i++) total += area[i];
  printf("%.14f\n", total);
  cudaFree(d_area);
  return 0;
}
