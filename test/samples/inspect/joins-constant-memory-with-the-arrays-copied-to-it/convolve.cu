// A one-dimensional convolution whose stencil and scale live in constant memory, with a device counter read back.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

const int RADIUS = 4;

__constant__ double c_stencil[2 * RADIUS + 1];
__constant__ float c_scale;
__device__ double d_peak[1];

inline void orDie(cudaError_t e)
{
  if (e != cudaSuccess) {
    std::printf("cuda: %s\n", cudaGetErrorString(e));
    std::abort();
  }
}

__global__ void convolve(const double *signal, double *result, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < RADIUS || i >= n - RADIUS) return;
  double value = 0.0;
  for (int k = -RADIUS; k <= RADIUS; ++k) value += c_stencil[k + RADIUS] * signal[i + k];
  result[i] = value * c_scale;
  if (i == n / 2) d_peak[0] = result[i];
}

int main()
{
  const int n = 8192;
  double weights[2 * RADIUS + 1];
  for (int k = -RADIUS; k <= RADIUS; ++k) weights[k + RADIUS] = std::exp(-0.5 * k * k);
  float scale = 0.4f;
  double peak[1];
  double *signal = new double[n];
  for (int i = 0; i < n; ++i) signal[i] = i == n / 2 ? 1.0 : 0.0;

  orDie(cudaMemcpyToSymbol(c_stencil, weights, sizeof(weights)));
  orDie(cudaMemcpyToSymbol(c_scale, &scale, sizeof(float)));

  double *d_signal, *d_result;
  orDie(cudaMalloc(&d_signal, n * sizeof(double)));
  orDie(cudaMalloc(&d_result, n * sizeof(double)));
  orDie(cudaMemcpy(d_signal, signal, n * sizeof(double), cudaMemcpyHostToDevice));
  convolve<<<n / 256, 256>>>(d_signal, d_result, n);
  orDie(cudaGetLastError());
  orDie(cudaMemcpyFromSymbol(peak, d_peak, sizeof(peak)));
  std::printf("peak %.15f\n", peak[0]);

  orDie(cudaFree(d_signal));
  orDie(cudaFree(d_result));
  delete[] signal;
  return 0;
}
