// A field that is written to a file and read again: the host keeps its doubles, the device has what it is given.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void relax(double *field, const double *source, double weight, int n)
{
  int i = threadIdx.x;
  if (i < n) field[i] = field[i] * weight + source[i] / 3.0;
}

int main()
{
  const int n = 16;
  double *field = (double *) malloc(n * sizeof(double));
  double source[4][4];
  for (int i = 0; i < n; i++) field[i] = i / 7.0;
  for (int i = 0; i < n; i++) source[i / 4][i % 4] = 0.1 * i;
  FILE *file = fopen("field.bin", "wb");
  if (fwrite(field, sizeof(double), n, file) != n || fwrite(source, sizeof source, 1, file) != 1) return 1;
  fclose(file);
  file = fopen("field.bin", "rb");
  if (fread(field, sizeof(double), n, file) != n) return 1;
  fclose(file);
  double *d_field, *d_source, third;
  cudaMalloc(&d_field, n * sizeof(double));
  cudaMalloc(&d_source, sizeof source);
  cudaMemcpy(d_field, field, n * sizeof(double), cudaMemcpyHostToDevice);
  if (cudaMemcpy(d_source, source, sizeof source, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  cudaMemcpy(d_source + 4, &source[2], sizeof(double) * 4, cudaMemcpyHostToDevice);
  relax<<<1, n>>>(d_field, d_source, 0.7, n);
  cudaMemcpy(&third, &d_field[3], sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(field + 1, d_field + 1, (n - 1) * sizeof(*field), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\n", field[i]);
  printf("%.17g\n", third);
  cudaFree(d_field);
  cudaFree(d_source);
  free(field);
  return 0;
}
