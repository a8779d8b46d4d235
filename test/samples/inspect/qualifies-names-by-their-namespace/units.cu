// Two formulations of one force law in two namespaces, chosen at compile time by name.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

namespace si {
__constant__ double coupling = 8.9875517923e9;
__device__ inline double force(double charge, double distance)
{
  double squared = distance * distance;
  return coupling * charge / squared;
}
}  // namespace si

namespace atomic {
namespace detail {
__device__ inline float soften(float distance) { return distance + 1e-3f; }
}  // namespace detail
struct Ion {
  float charge;
  float distance;
};
__device__ inline float force(const Ion &ion)
{
  float softened = detail::soften(ion.distance);
  return ion.charge / (softened * softened);
}
}  // namespace atomic

namespace {
__device__ double blend(double a, double b) { return 0.5 * (a + b); }
}  // namespace

__global__ void evaluate(const double *charge, const double *distance, double *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomic::Ion ion = {(float) charge[i], (float) distance[i]};
  out[i] = blend(si::force(charge[i], distance[i]), atomic::force(ion));
}

int main()
{
  const int n = 1000;
  double *charge = (double *) malloc(n * sizeof(double));
  double *distance = (double *) malloc(n * sizeof(double));
  double *out = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    charge[i] = 1.6e-19 * (i % 4);
    distance[i] = 1.0 + 0.01 * i;
  }
  double *d_charge, *d_distance, *d_out;
  if (cudaMalloc(&d_charge, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_distance, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_out, n * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_charge, charge, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_distance, distance, n * sizeof(double), cudaMemcpyHostToDevice);
  evaluate<<<(n + 127) / 128, 128>>>(d_charge, d_distance, d_out, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(out, d_out, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.12e\n", out[n - 1]);
  cudaFree(d_charge);
  cudaFree(d_distance);
  cudaFree(d_out);
  free(charge);
  free(distance);
  free(out);
  return 0;
}
