#include <cstdio>
// More than a launch may request without the attribute, which counts bytes in the format of the tile, by a variable and directly.
__global__ void turn(double *m, int n)
{
  extern __shared__ double tile[];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) tile[i * n + t] = m[i * n + t] * 1.1;
  __syncthreads();
  for (int i = 0; i < n; i++) m[i * n + t] = tile[t * n + i] / 3.0;
}
__global__ void reverse(double *m, int n)
{
  extern __shared__ double line[];
  line[threadIdx.x] = m[threadIdx.x];
  __syncthreads();
  m[threadIdx.x] = line[n - 1 - threadIdx.x] * 0.7;
}
int main()
{
  const int n = 80;
  double *m, host[n * n];
  cudaMalloc(&m, sizeof host);
  for (int i = 0; i < n * n; i++) host[i] = 0.1 * i;
  cudaMemcpy(m, host, sizeof host, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, n * n * sizeof(double));
  turn<<<1, n, n * n * sizeof(double)>>>(m, n);
  size_t bytes = n * sizeof(double);
  cudaFuncSetAttribute((const void *) reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) bytes);
  reverse<<<1, n, bytes>>>(m, n);
  cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status));
  cudaMemcpy(host, m, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g %.17g\n", host[i], host[i * n + 7]);
}
