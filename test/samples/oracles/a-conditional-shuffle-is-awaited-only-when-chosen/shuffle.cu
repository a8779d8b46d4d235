#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

// The same text for two types, only two lanes of which take part, and a choice within a choice.
template <typename T> __global__ void halves(const double *x, double *out)
{
  int i = threadIdx.x;
  T v = (T) x[i];
  T other = i < 2 ? __shfl_xor_sync(0x3, v, 1) : v;
  double last = i > 3 ? NAN : i == 3 || i == 2 ? i == 2 || __any_sync(0x8, v > 0) ? __shfl_sync(0xc, v, 3) : T(0) : v;
  out[i] = other / 3 + (i < 4 ? last : 0.5);
}

// A warp sum in which only some lanes take part, chosen by a condition.
__global__ void sums(const double *x, double *out, int lanes)
{
  int t = threadIdx.x;
  double mine = x[t] * 1.1;
  unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1u;
  double other = 0.0;
  if (t < lanes) {
    for (int d = 16; d > 0; d >>= 1) {
      mine += d < lanes ? __shfl_xor_sync(mask, mine, d) : 0.25;
    }
    other = lanes == 32 && __any_sync(mask, mine > 1.0) ? 1.0 : -1.0;
  }
  out[t] = mine + other;
}

int main()
{
  double x[32], out[32], *d_x, *d_out;
  for (int i = 0; i < 32; i++) x[i] = 1.0 / (i + 1);
  if (cudaMalloc(&d_x, sizeof x) != cudaSuccess || cudaMalloc(&d_out, sizeof out) != cudaSuccess) return 1;
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  for (int lanes = 8; lanes <= 32; lanes *= 2) {
    sums<<<1, 32>>>(d_x, d_out, lanes);
    if (cudaGetLastError() != cudaSuccess) return 1;
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) printf("%.17g\n", out[i]);
  }
  double y[8], *d_y;
  cudaMalloc(&d_y, 2 * sizeof y);
  for (int i = 0; i < 8; i++) y[i] = 1.0 / (i + 3);
  cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice);
  halves<float><<<1, 8>>>(d_y, d_y + 8);
  cudaMemcpy(y, d_y + 8, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g\n", y[i]);
  halves<double><<<1, 8>>>(d_y, d_y + 8);
  cudaMemcpy(y, d_y + 8, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g\n", y[i]);
  return 0;
}
