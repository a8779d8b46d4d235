// A spectral filter with loops of every form.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define MODES 12
#define HALF (MODES / 2)
constexpr int LEVELS = 5;
enum { SWEEPS = 3 };

template <int Order>
__device__ double chebyshev(double x)
{
  double before = 1.0, now = x;
  for (int k = 1; k < Order; ++k) {
    double next = 2.0 * x * now - before;
    before = now;
    now = next;
  }
  return now;
}

__global__ void filter(double *a, const double *b, int n, double tolerance)
{
  const int width = 4;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double x = a[i];

  for (int m = 0; m < 10; m++) x += b[m];
  for (int m = 0; m < MODES; m++)
    for (int h = HALF; h > 0; h--)
      for (int s = 0; s < SWEEPS; s++) x += 1e-3 * b[m + h + s];
  for (int level = 0; level <= LEVELS; level++) x *= 0.99;
  for (int m = 1; m < 100; m += 7) x -= 1e-4;
  for (int m = 0; m != width; ++m) x += b[m];
  for (int p = 1; p < 256; p *= 2) x += 1e-5;

  for (int m = 0; m < n; m++) x += b[m];
  for (int m = i; m < i + n; m += width) x -= b[m % MODES];

  int guard = 0;
  while (x > tolerance && guard < 50) {
    x *= 0.5;
    guard++;
  }
  do {
    x += tolerance;
  } while (x < 0.0);

  for (;;) {
    if (x < 2.0) break;
    x = x - 1.0;
  }
  a[i] = x + chebyshev<9>(0.1);
}

int main()
{
  const int n = 256;
  double a[n], b[n];
  for (int i = 0; i < n; i++) {
    a[i] = 0.01 * i;
    b[i] = 1.0 / (1 + i);
  }
  double *da, *db;
  if (cudaMalloc(&da, sizeof(a)) != cudaSuccess || cudaMalloc(&db, sizeof(b)) != cudaSuccess) return 1;
  cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  filter<<<2, 128>>>(da, db, n, 1e-3);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(a, da, sizeof(a), cudaMemcpyDeviceToHost);
  printf("%.12f\n", a[17]);
  cudaFree(da);
  cudaFree(db);
  return 0;
}
