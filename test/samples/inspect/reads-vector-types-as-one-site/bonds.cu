// Harmonic bonds between neighbouring beads of a chain, in double3; colours for a viewer in float4.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ double3 difference(double3 a, double3 b)
{
  return make_double3(a.x - b.x, a.y - b.y, a.z - b.z);
}

__global__ void bondForces(const double3 *bead, double3 *force, float4 *colour, double stiffness, double rest, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double3 total = make_double3(0.0, 0.0, 0.0);
  for (int side = -1; side <= 1; side += 2) {
    int k = i + side;
    if (k < 0 || k >= n) continue;
    double3 r = difference(bead[k], bead[i]);
    double length = sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
    double pull = stiffness * (length - rest) / length;
    total.x += pull * r.x;
    total.y += pull * r.y;
    total.z += pull * r.z;
  }
  force[i] = total;
  float4 shade;
  shade.x = (float) fabs(total.x);
  shade.y = (float) fabs(total.y);
  shade.z = (float) fabs(total.z);
  shade.w = 1.0f;
  colour[i] = shade;
}

int main()
{
  const int n = 10000;
  double3 *bead = (double3 *) malloc(n * sizeof(double3));
  double3 *force = (double3 *) malloc(n * sizeof(double3));
  for (int i = 0; i < n; i++) bead[i] = make_double3(1.1 * i, 0.01 * (i % 13), -0.02 * (i % 7));

  double3 *d_bead, *d_force;
  float4 *d_colour;
  if (cudaMalloc(&d_bead, n * sizeof(double3)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_force, n * sizeof(double3)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_colour, n * sizeof(float4)) != cudaSuccess) return 1;
  cudaMemcpy(d_bead, bead, n * sizeof(double3), cudaMemcpyHostToDevice);
  bondForces<<<(n + 255) / 256, 256>>>(d_bead, d_force, d_colour, 250.0, 1.0, n);
  if (cudaGetLastError() != cudaSuccess) {
    fprintf(stderr, "launch failed\n");
    return 1;
  }
  cudaMemcpy(force, d_force, n * sizeof(double3), cudaMemcpyDeviceToHost);
  printf("%.12f %.12f %.12f\n", force[n / 2].x, force[n / 2].y, force[n / 2].z);
  cudaFree(d_bead);
  cudaFree(d_force);
  cudaFree(d_colour);
  free(bead);
  free(force);
  return 0;
}
