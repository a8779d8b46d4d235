// Structs go to the device as plain numbers; one array is copied bit by bit into integers, to be hashed.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

struct Point { double x, y, z; };

__global__ void push(double *place, const double *force, int n)
{
  int i = threadIdx.x;
  if (i < n) place[i] += 0.1 * force[i];
}

int main()
{
  const int n = 32;
  Point points[n];
  double force[3 * n], *d_place, *d_force;
  unsigned long long bits[3 * n];
  for (int i = 0; i < 3 * n; i++) force[i] = i;
  cudaMalloc(&d_place, n * sizeof(Point));
  cudaMalloc(&d_force, sizeof(force));
  cudaMemcpy(d_place, points, n * sizeof(Point), cudaMemcpyHostToDevice);
  cudaMemcpy(d_force, force, sizeof(force), cudaMemcpyHostToDevice);
  push<<<1, 3 * n>>>(d_place, d_force, 3 * n);
  memcpy(bits, force, sizeof(force));
  printf("%llx\n", bits[0]);
  return 0;
}
