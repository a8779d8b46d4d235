#include <stdio.h>
#include <stdlib.h>
#define N 8
#define DECLARE_1D(type, name, n) static type name[n]
#define GRID(name, a, b) double name[a][b]
#define PAIR(name) double name##_old = 0.25, name##_new
#define POINTERS(name) double *h_##name, *d_##name
#define ALLOC(name, n) do { h_##name = (double *)malloc((n) * sizeof(double)); cudaMalloc((void **)&d_##name, (n) * sizeof(double)); } while (0)
#define TILE(name) __shared__ double name[N]
#define CELL(name) double name; double name##_next
DECLARE_1D(double, level, N);
DECLARE_1D(float, depth, N);
static GRID(plate, 2, 4);
struct Cell { CELL(rho); int k; };
__global__ void smooth(const double *a, double *b, int n)
{
  TILE(tile);
  int i = threadIdx.x;
  tile[i] = a[i] / 3;
  __syncthreads();
  PAIR(mean);
  mean_new = tile[(i + 1) % n] * mean_old + tile[i];
  b[i] = mean_new;
}
int main()
{
  POINTERS(a);
  POINTERS(b);
  ALLOC(a, N);
  ALLOC(b, N);
  struct Cell c = {0.1, 0.2, 3};
  for (int i = 0; i < N; i++) { level[i] = i / 7.0; depth[i] = i / 3.0f; plate[i / 4][i % 4] = level[i] * c.rho; h_a[i] = level[i] + c.rho_next; }
  cudaMemcpy(d_a, h_a, N * sizeof(double), cudaMemcpyHostToDevice);
  smooth<<<1, N>>>(d_a, d_b, N);
  cudaMemcpy(h_b, d_b, N * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) printf("%.17g %.9g %.17g %.17g\n", level[i], depth[i], plate[i / 4][i % 4], h_b[i]);
  return 0;
}
