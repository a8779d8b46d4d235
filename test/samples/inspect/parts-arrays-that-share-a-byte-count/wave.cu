// The wave equation on a string. Three arrays are allocated with one byte count; two of them are copied from one host array, the third is apart.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define DIE(text) do { std::fprintf(stderr, "%s\n", text); std::exit(1); } while (0)

__global__ void leapfrog(const double *before, const double *now, double *after, const double *stiffness, double *energy, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  double curvature = now[i - 1] - 2.0 * now[i] + now[i + 1];
  double next = 2.0 * now[i] - before[i] + stiffness[i] * curvature;
  double speed = next - now[i];
  after[i] = next;
  energy[i] = 0.5 * speed * speed;
}

int main()
{
  const int n = 2048;
  const size_t bytes = n * sizeof(double);
  double *start = (double *) malloc(bytes);
  for (int i = 0; i < n; ++i) start[i] = std::sin(3.14159265358979 * i / (n - 1));

  double *d_before, *d_now, *d_after;
  if (cudaMalloc(&d_before, bytes) != cudaSuccess) DIE("d_before");
  if (cudaMalloc(&d_now, bytes) != cudaSuccess) DIE("d_now");
  if (cudaMalloc(&d_after, bytes) != cudaSuccess) DIE("d_after");
  cudaMemcpy(d_before, start, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_now, start, bytes, cudaMemcpyHostToDevice);
  cudaMemset(d_after, 0, bytes);

  double *stiffness = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i) stiffness[i] = 0.25;
  double *d_stiffness;
  if (cudaMalloc(&d_stiffness, n * sizeof(double)) != cudaSuccess) DIE("d_stiffness");
  cudaMemcpy(d_stiffness, stiffness, n * sizeof(double), cudaMemcpyHostToDevice);

  const size_t energyBytes = sizeof(double) * n;
  double *d_energy, *energy = (double *) malloc(energyBytes);
  if (cudaMalloc(&d_energy, energyBytes) != cudaSuccess) DIE("d_energy");
  cudaMemset(d_energy, 0, energyBytes);

  leapfrog<<<n / 256, 256>>>(d_before, d_now, d_after, d_stiffness, d_energy, n);
  if (cudaDeviceSynchronize() != cudaSuccess) DIE("leapfrog");
  cudaMemcpy(energy, d_energy, energyBytes, cudaMemcpyDeviceToHost);
  std::printf("%.15e\n", energy[n / 2]);

  cudaFree(d_before);
  cudaFree(d_now);
  cudaFree(d_after);
  cudaFree(d_stiffness);
  cudaFree(d_energy);
  free(start);
  free(stiffness);
  free(energy);
  return 0;
}
