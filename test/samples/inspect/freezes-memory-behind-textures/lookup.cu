#include <cstring>
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> bound;

__global__ void look(float *out, cudaTextureObject_t object, const float *plain, int n)
{
  int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch(bound, i) + tex1Dfetch<float>(object, i) + plain[i];
}

int main()
{
  const int n = 64;
  float *first, *second, *plain, *out;
  cudaMalloc(&first, n * sizeof(float));
  cudaMalloc(&second, n * sizeof(float));
  cudaMalloc(&plain, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaBindTexture(0, bound, first, n * sizeof(float));
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof(resource));
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = second;
  resource.res.linear.sizeInBytes = n * sizeof(float);
  cudaTextureDesc how;
  memset(&how, 0, sizeof(how));
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &how, NULL);
  look<<<1, n>>>(out, object, plain, n);
  return 0;
}
