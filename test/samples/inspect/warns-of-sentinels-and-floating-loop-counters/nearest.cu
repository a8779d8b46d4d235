// Distance to the nearest obstacle along rays, with sentinels for "nothing met yet" and a ray parameter as loop counter.
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define NOTHING 1e300
#define RAYS 1024

__global__ void march(const double *radius, double *hit, double step, int obstacles)
{
  int ray = blockIdx.x * blockDim.x + threadIdx.x;
  if (ray >= RAYS) return;
  double nearest = NOTHING;
  for (int o = 0; o < obstacles; o++) {
    double closest = DBL_MAX;
    for (double t = 0.0; t < 1.0; t += step) {
      double gap = fabs(t - radius[o]) + 0.001 * ray;
      if (gap < closest) closest = gap;
    }
    if (closest < nearest) nearest = closest;
  }
  hit[ray] = nearest == NOTHING ? -1.0 : nearest;
}

int main()
{
  const int obstacles = 50;
  double *radius = (double *) malloc(obstacles * sizeof(double));
  double *hit = (double *) malloc(RAYS * sizeof(double));
  for (int o = 0; o < obstacles; o++) radius[o] = (o + 0.5) / obstacles;
  double *d_radius, *d_hit;
  if (cudaMalloc(&d_radius, obstacles * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_hit, RAYS * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_radius, radius, obstacles * sizeof(double), cudaMemcpyHostToDevice);
  march<<<RAYS / 128, 128>>>(d_radius, d_hit, 0.01, obstacles);
  if (cudaGetLastError() != cudaSuccess) {
    fprintf(stderr, "march failed\n");
    return 1;
  }
  cudaMemcpy(hit, d_hit, RAYS * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.12f\n", hit[RAYS / 2]);
  cudaFree(d_radius);
  cudaFree(d_hit);
  free(radius);
  free(hit);
  return 0;
}
