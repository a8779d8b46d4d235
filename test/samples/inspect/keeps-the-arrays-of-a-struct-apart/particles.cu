// Charged particles in a uniform magnetic field: a struct of arrays, advanced by Boris rotations.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Particles {
  double *x;
  double *y;
  double *vx;
  double *vy;
  float *charge;
  int count;
};

#define CUDA_OK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e_)); std::exit(2); } } while (0)

__global__ void advance(Particles p, double field, double dt)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.count) return;
  double t = 0.5 * dt * field * p.charge[i];
  double s = 2.0 * t / (1.0 + t * t);
  double ux = p.vx[i] + t * p.vy[i];
  double uy = p.vy[i] - t * p.vx[i];
  p.vx[i] += s * uy;
  p.vy[i] -= s * ux;
  p.x[i] += dt * p.vx[i];
  p.y[i] += dt * p.vy[i];
}

int main()
{
  const int n = 1 << 16;
  double *hx = new double[n], *hy = new double[n];
  double *hvx = new double[n], *hvy = new double[n];
  float *hq = new float[n];
  for (int i = 0; i < n; ++i) {
    hx[i] = 0.0;
    hy[i] = 0.0;
    hvx[i] = 1.0 + i * 1e-6;
    hvy[i] = 0.0;
    hq[i] = (i & 1) ? 1.0f : -1.0f;
  }

  Particles p;
  p.count = n;
  CUDA_OK(cudaMalloc(&p.x, sizeof(double) * n));
  CUDA_OK(cudaMalloc(&p.y, sizeof(double) * n));
  CUDA_OK(cudaMalloc(&p.vx, sizeof(double) * n));
  CUDA_OK(cudaMalloc(&p.vy, sizeof(double) * n));
  CUDA_OK(cudaMalloc(&p.charge, sizeof(float) * n));
  CUDA_OK(cudaMemcpy(p.x, hx, sizeof(double) * n, cudaMemcpyHostToDevice));
  CUDA_OK(cudaMemcpy(p.y, hy, sizeof(double) * n, cudaMemcpyHostToDevice));
  CUDA_OK(cudaMemcpy(p.vx, hvx, sizeof(double) * n, cudaMemcpyHostToDevice));
  CUDA_OK(cudaMemcpy(p.vy, hvy, sizeof(double) * n, cudaMemcpyHostToDevice));
  CUDA_OK(cudaMemcpy(p.charge, hq, sizeof(float) * n, cudaMemcpyHostToDevice));

  for (int step = 0; step < 1000; ++step)
    advance<<<n / 256, 256>>>(p, 1.5, 1e-3);
  CUDA_OK(cudaDeviceSynchronize());

  CUDA_OK(cudaMemcpy(hx, p.x, sizeof(double) * n, cudaMemcpyDeviceToHost));
  CUDA_OK(cudaMemcpy(hy, p.y, sizeof(double) * n, cudaMemcpyDeviceToHost));
  std::printf("%.14f %.14f\n", hx[n / 2], hy[n / 2]);

  cudaFree(p.x);
  cudaFree(p.y);
  cudaFree(p.vx);
  cudaFree(p.vy);
  cudaFree(p.charge);
  delete[] hx;
  delete[] hy;
  delete[] hvx;
  delete[] hvy;
  delete[] hq;
  return 0;
}
