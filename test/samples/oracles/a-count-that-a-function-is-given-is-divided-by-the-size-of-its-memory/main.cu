#include <stdio.h>

__global__ void twice(double *rows, size_t pitch, int width)
{
  size_t across = pitch / sizeof(double);
  if (threadIdx.x < width) rows[blockIdx.x * across + threadIdx.x] *= 2.0;
}

static double sum(const double *numbers, size_t bytes)
{
  double total = 0;
  for (size_t i = 0; i < bytes / sizeof(double); i++) total += numbers[i] / 3;
  return total;
}

static double sum_of_rest(const double *numbers, size_t bytes) { return sum(numbers + 1, bytes - sizeof(double)); }

static double sum_of_bytes(const double *numbers, int bytes)
{
  double total = 0;
  for (int i = 0; i < bytes / (int) sizeof(double); i++) total += numbers[i] / 7;
  return total;
}

int main()
{
  double host[4 * 10], few[6], fixed[4], *device;
  size_t pitch;
  for (int i = 0; i < 40; i++) host[i] = i * 0.1;
  for (int i = 0; i < 6; i++) few[i] = i * 0.3;
  for (int i = 0; i < 4; i++) fixed[i] = i * 0.7;
  cudaMallocPitch((void **) &device, &pitch, 10 * sizeof(double), 4);
  cudaMemcpy2D(device, pitch, host, 10 * sizeof(double), 10 * sizeof(double), 4, cudaMemcpyHostToDevice);
  twice<<<4, 32>>>(device, pitch, 10);
  cudaMemcpy2D(host, 10 * sizeof(double), device, pitch, 10 * sizeof(double), 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 40; i += 7) printf("%.17g\n", (double) host[i]);
  printf("%.17g %.17g\n", sum(few, sizeof few), sum_of_rest(few, 6 * sizeof(double)));
  printf("%.17g\n", sum_of_bytes(fixed, 32));
  cudaFree(device);
  return 0;
}
