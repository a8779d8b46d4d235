#include <cstdio>
#include <cuda_runtime.h>
namespace rows {
extern __shared__ float grid[][2];
__global__ void turn(float *v)
{
  float(*mine)[2] = grid;
  mine[threadIdx.x][threadIdx.y] = v[2 * threadIdx.x + threadIdx.y];
  __syncthreads();
  v[2 * threadIdx.x + threadIdx.y] = grid[threadIdx.x][1 - threadIdx.y] * 0.7f;
}
}
__global__ void add(const float *a, float *r)
{
  const float2 v = reinterpret_cast<const float2 *>(a)[threadIdx.x];
  float2 both = {v.x + v.y, v.x * v.y};
  r[threadIdx.x] = both.x / both.y;
}
int main(int argc, char **)
{
  float pairs[4] = {1, 2, 3, 4}, *a, *r, q[2];
  if (argc > 99 && fread(pairs, sizeof(float), 4, stdin) != 4) return 1;
  cudaMalloc(&a, sizeof pairs);
  cudaMemcpy(a, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  cudaMalloc(&r, sizeof q);
  add<<<1, 2>>>(a, r);
  cudaMemcpy(q, r, sizeof q, cudaMemcpyDeviceToHost);
  rows::turn<<<1, dim3(2, 2), 4 * sizeof(float)>>>(a);
  cudaMemcpy(pairs, a, sizeof pairs, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%.9g\n", pairs[i]);
}
