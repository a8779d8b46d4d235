#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
__constant__ double weights[4];
__constant__ float scales[8];
__device__ double results[4];
__device__ double *table;
__global__ void read(double *out)
{
  out[threadIdx.x] = weights[threadIdx.x];
  results[threadIdx.x] = weights[threadIdx.x] * 0.1 + scales[threadIdx.x];
}
__global__ void gather(float *out)
{
  extern __shared__ char memory[];
  float *first = (float *) memory, *second = (float *) (memory + blockDim.x * sizeof(float));
  first[threadIdx.x] = 0.1f * threadIdx.x;
  second[threadIdx.x] = 0.3f + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] + second[blockDim.x - 1 - threadIdx.x];
}
__global__ void rows(double *image, size_t pitch, int width)
{
  double *row = (double *) ((char *) image + threadIdx.x * pitch);
  for (int i = 0; i < width; i++) row[i] = row[i] / 3;
}
__global__ void fixed(float *out)
{
  extern __shared__ float tile[];
  tile[threadIdx.x] = 0.7f * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
int main()
{
  double host[4] = {1, 2, 3, 4}, *out, back[4];
  cudaMemcpyToSymbol(weights, host, sizeof host);
  cudaMemcpyToSymbol(weights, &host[3], sizeof(double), 2 * sizeof(double));
  float raw[8] = {0.1f, 0.2f, 0.3f, 0.4f};
  cudaMemcpyToSymbol(scales, raw, 4 * sizeof(float), 16);
  cudaMemcpyToSymbol(scales, raw, 4 * sizeof(float));
  cudaMalloc(&out, sizeof host);
  cudaMemcpyToSymbol(table, &out, sizeof(double *));
  read<<<1, 4>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(back, results, 2 * sizeof(double), 2 * sizeof(double), cudaMemcpyDeviceToHost);
  float *sums, *tiles, some[8], others[8];
  cudaMalloc(&sums, 8 * sizeof(float));
  cudaMalloc(&tiles, 8 * sizeof(float));
  gather<<<1, 8, 16 * sizeof(float)>>>(sums);
  fixed<<<1, 8, 32>>>(tiles);
  cudaMemcpy(some, sums, sizeof some, cudaMemcpyDeviceToHost);
  cudaMemcpy(others, tiles, sizeof others, cudaMemcpyDeviceToHost);
  double picture[12], *image;
  size_t pitch;
  for (int i = 0; i < 12; i++) picture[i] = i;
  cudaMallocPitch(&image, &pitch, 4 * sizeof(double), 3);
  cudaMemcpy2D(image, pitch, picture, 4 * sizeof(double), 4 * sizeof(double), 3, cudaMemcpyHostToDevice);
  rows<<<1, 3>>>(image, pitch, 4);
  cudaMemcpy2D(picture, 4 * sizeof(double), image, pitch, 4 * sizeof(double), 3, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%.17g %.9g %.9g %.17g\n", host[i], some[i], others[i], picture[2 * i + 1]);
  printf("%.17g %.17g\n", back[0], back[1]);
  return 0;
}
