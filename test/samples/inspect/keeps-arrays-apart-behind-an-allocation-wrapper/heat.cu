// Every array comes from one of three wrappers; none of them says what it holds, so none ties the arrays together.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static void *claim(size_t bytes)
{
  void *memory = malloc(bytes);
  if (!memory) exit(1);
  return memory;
}

static void *claimZeroed(size_t count, size_t size)
{
  void *memory = claim(count * size);
  memset(memory, 0, count * size);
  return memory;
}

static void check(cudaError_t status, const char *what)
{
  if (status != cudaSuccess) { fprintf(stderr, "%s\n", what); exit(1); }
}

static void claimOnDevice(void **memory, size_t bytes) { check(cudaMalloc(memory, bytes), "memory"); }

__global__ void warm(double *heat, const double *source, float *shown, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  heat[i] += 0.5 * source[i];
  shown[i] = (float) heat[i];
}

static void prepare(double **heat, double **source, int n)
{
  *heat = (double *) claimZeroed(n, sizeof(double));
  *source = (double *) claim(n * sizeof(double));
  for (int i = 0; i < n; i++) (*source)[i] = i;
}

int main()
{
  const int n = 1024;
  double *heat, *source;
  prepare(&heat, &source, n);
  float *shown = (float *) claim(n * sizeof(float));
  double *d_heat, *d_source;
  float *d_shown;
  claimOnDevice((void **) &d_heat, n * sizeof(double));
  claimOnDevice((void **) &d_source, n * sizeof(double));
  claimOnDevice((void **) &d_shown, n * sizeof(float));
  check(cudaMemcpy(d_heat, heat, n * sizeof(double), cudaMemcpyHostToDevice), "heat");
  check(cudaMemcpy(d_source, source, n * sizeof(double), cudaMemcpyHostToDevice), "source");
  warm<<<n / 256, 256>>>(d_heat, d_source, d_shown, n);
  check(cudaMemcpy(shown, d_shown, n * sizeof(float), cudaMemcpyDeviceToHost), "shown");
  printf("%g\n", shown[n / 2]);
  return 0;
}
