// Kepler orbits: Newton's method inside the kernel as a lambda, a comparison on the host as another.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void solveKepler(const double *meanAnomaly, double *eccentric, double e, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double m = meanAnomaly[i];
  auto residual = [e, m](double E) {
    double lag = e * sin(E);
    return E - lag - m;
  };
  double E = m;
  for (int k = 0; k < 8; ++k) {
    double slope = 1.0 - e * cos(E);
    E = E - residual(E) / slope;
  }
  eccentric[i] = E;
}

int main()
{
  const int n = 1000;
  std::vector<double> anomaly(n), solution(n);
  for (int i = 0; i < n; ++i) anomaly[i] = 6.283185307179586 * i / n;
  double *d_m, *d_E;
  if (cudaMalloc(&d_m, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_E, n * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_m, anomaly.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  solveKepler<<<8, 128>>>(d_m, d_E, 0.3, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(solution.data(), d_E, n * sizeof(double), cudaMemcpyDeviceToHost);

  double largest = 0.0;
  auto observe = [&largest](double a, double b) {
    double gap = std::fabs(a - b);
    if (gap > largest) largest = gap;
  };
  for (int i = 0; i < n; ++i) observe(anomaly[i], solution[i]);
  std::printf("largest correction %.15f\n", largest);
  cudaFree(d_m);
  cudaFree(d_E);
  return 0;
}
