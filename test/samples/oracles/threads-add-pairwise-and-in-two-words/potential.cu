#include <cstdio>
#include <cuda_runtime.h>

// The potential of charges at a grid of points, and where it pulls to.
__global__ void potential(const double *charge, const double *place, double *out, double *pull, int charges, int points)
{
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= points) return;
  double at = 0.25 + 0.5 * p;
  double energy = 0.0, pullX = 0.0, pullY = 0.0;
  double weight = 0.0;
  for (int j = 0; j < charges; j++) {
    double d = at - place[j];
    double r2 = d * d + 0.01;
    if (r2 > 400.0) continue;
    energy += charge[j] / sqrt(r2);
    pullX += charge[j] * d / r2;
    pullY -= charge[j] / r2;
    weight = weight + charge[j];
  }
  out[p] = energy + weight;
  pull[p] = pullX - pullY;
}

int main()
{
  const int charges = 777, points = 70;
  double hostCharge[charges], hostPlace[charges], hostOut[points], hostPull[points];
  for (int j = 0; j < charges; j++) {
    hostCharge[j] = 1.0 / (1 + j % 13);
    hostPlace[j] = 0.047 * j;
  }
  double *charge, *place, *out, *pull;
  cudaMalloc(&charge, sizeof hostCharge);
  cudaMalloc(&place, sizeof hostPlace);
  cudaMalloc(&out, sizeof hostOut);
  cudaMalloc(&pull, sizeof hostPull);
  cudaMemcpy(charge, hostCharge, sizeof hostCharge, cudaMemcpyHostToDevice);
  cudaMemcpy(place, hostPlace, sizeof hostPlace, cudaMemcpyHostToDevice);
  potential<<<(points + 31) / 32, 32>>>(charge, place, out, pull, charges, points);
  cudaMemcpy(hostOut, out, sizeof hostOut, cudaMemcpyDeviceToHost);
  cudaMemcpy(hostPull, pull, sizeof hostPull, cudaMemcpyDeviceToHost);
  for (int p = 0; p < points; p++) printf("%.17g %.17g\n", hostOut[p], hostPull[p]);
  cudaFree(charge);
  cudaFree(place);
  cudaFree(out);
  cudaFree(pull);
  return 0;
}
