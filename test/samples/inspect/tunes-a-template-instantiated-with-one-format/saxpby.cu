// r = a x + b y and its norm, written once for any real type and used with double only.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <typename T>
struct Pair {
  T first;
  T second;
};

template <typename T, int PerThread>
__global__ void combine(const T *x, const T *y, T *r, Pair<T> weights, int n)
{
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * PerThread;
  for (int k = 0; k < PerThread; ++k) {
    int i = base + k;
    if (i < n) {
      T scaled = weights.first * x[i];
      r[i] = scaled + weights.second * y[i];
    }
  }
}

template <typename Real>
Real norm(const Real *v, int n)
{
  Real sum = Real(0);
  for (int i = 0; i < n; ++i) sum += v[i] * v[i];
  return std::sqrt(sum);
}

static void must(cudaError_t status)
{
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

int main()
{
  const int n = 50000;
  double *x = (double *) std::malloc(n * sizeof(double));
  double *y = (double *) std::malloc(n * sizeof(double));
  double *r = (double *) std::malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i) {
    x[i] = std::sin(0.001 * i);
    y[i] = std::cos(0.002 * i);
  }

  double *dx, *dy, *dr;
  must(cudaMalloc(&dx, n * sizeof(double)));
  must(cudaMalloc(&dy, n * sizeof(double)));
  must(cudaMalloc(&dr, n * sizeof(double)));
  must(cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice));
  must(cudaMemcpy(dy, y, n * sizeof(double), cudaMemcpyHostToDevice));

  Pair<double> weights = {0.75, -0.25};
  combine<double, 4><<<(n + 1023) / 1024, 256>>>(dx, dy, dr, weights, n);
  must(cudaGetLastError());
  must(cudaMemcpy(r, dr, n * sizeof(double), cudaMemcpyDeviceToHost));
  std::printf("%.15e\n", norm(r, n));

  cudaFree(dx);
  cudaFree(dy);
  cudaFree(dr);
  std::free(x);
  std::free(y);
  std::free(r);
  return 0;
}
