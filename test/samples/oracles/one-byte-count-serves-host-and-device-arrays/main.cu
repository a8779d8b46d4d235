// One byte count for arrays of the host and of the device: made, filled, copied both ways and within the device, on a stream.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void relax(double *field, const double *source, const double *weight, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) field[i] = field[i] * weight[i] + source[i] / 3.0;
}

int main()
{
  const int n = 48;
  const size_t bytes = n * sizeof(double);
  double *field, *source = (double *) malloc(bytes), *weight = (double *) malloc(bytes);
  cudaMallocHost(&field, bytes);
  for (int i = 0; i < n; i++) {
    field[i] = 1.0 / (i + 1);
    source[i] = 0.1 * i;
    weight[i] = 1.0 - 0.01 * i;
  }
  double *on_field, *on_source, *on_weight, *before;
  cudaMalloc(&on_field, bytes);
  cudaMalloc((void **) &on_source, bytes);
  cudaMalloc(&on_weight, bytes);
  cudaMalloc(&before, bytes);
  cudaMemset(before, 0, bytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(on_field, field, bytes, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(on_source, source, bytes, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(on_weight, weight, bytes, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(before, on_field, bytes, cudaMemcpyDeviceToDevice, stream);
  relax<<<(n + 31) / 32, 32, 0, stream>>>(on_field, on_source, on_weight, n);
  cudaStreamSynchronize(stream);
  cudaMemcpy(field, on_field, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 5) printf("%.17g\n", field[i]);
  cudaFree(on_field), cudaFree(on_source), cudaFree(on_weight), cudaFree(before);
  cudaFreeHost(field), free(source), free(weight);
  return 0;
}
