#include <cuda_runtime.h>

__global__ void blur(float *image, size_t pitch, const float *weight, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < 1 || x >= width - 1 || y >= height) return;
  float *row = (float *) ((char *) image + y * pitch);
  row[x] = weight[0] * row[x] + weight[1] * (row[x - 1] + row[x + 1]);
}

int main()
{
  const int width = 640, height = 480;
  float *image, *weight, *host = new float[width * height];
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width * sizeof(float), height);
  cudaMalloc(&weight, 2 * sizeof(float));
  cudaMemcpy2D(image, pitch, host, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  blur<<<dim3(5, height), 128>>>(image, pitch, weight, width, height);
  return cudaDeviceSynchronize() != cudaSuccess;
}
