// Advances a field that comes from a restart file and goes through a library's halo exchange.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// from the communication library; its source is not ours
extern "C" void exchange_halo(float *edge, int n);

#define REQUIRE(condition, text) if (!(condition)) { fprintf(stderr, "%s\n", text); exit(1); }

__global__ void decay(double *field, const double *rate, float *edge, double dt, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double kept = field[i] * exp(-rate[i] * dt);
  field[i] = kept;
  if (i < 16) edge[i] = (float) kept;
}

int main(int argc, char **argv)
{
  const int n = 4096;
  double dt, scale = 1.0;
  int steps;
  REQUIRE(scanf("%lf %d", &dt, &steps) == 2, "expected a time step and a number of steps");
  if (argc > 2) scale = atof(argv[2]);

  double *field = (double *) malloc(n * sizeof(double));
  FILE *file = fopen(argc > 1 ? argv[1] : "restart.bin", "rb");
  REQUIRE(file, "no restart file");
  REQUIRE(fread(field, sizeof(double), n, file) == (size_t) n, "the restart file is too short");
  fclose(file);

  double *rate = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) rate[i] = scale * (1.0 + 0.001 * i);
  float edge[16];

  double *d_field, *d_rate;
  float *d_edge;
  REQUIRE(cudaMalloc(&d_field, n * sizeof(double)) == cudaSuccess, "memory");
  REQUIRE(cudaMalloc(&d_rate, n * sizeof(double)) == cudaSuccess, "memory");
  REQUIRE(cudaMalloc(&d_edge, 16 * sizeof(float)) == cudaSuccess, "memory");
  cudaMemcpy(d_field, field, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_rate, rate, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  for (int s = 0; s < steps; s++) {
    decay<<<n / 256, 256>>>(d_field, d_rate, d_edge, dt, n);
    cudaMemcpy(edge, d_edge, 16 * sizeof(float), cudaMemcpyDeviceToHost);
    exchange_halo(edge, 16);
  }
  cudaEventRecord(end);
  REQUIRE(cudaEventSynchronize(end) == cudaSuccess, "decay failed");
  float milliseconds;
  cudaEventElapsedTime(&milliseconds, begin, end);
  cudaMemcpy(rate, d_rate, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.12f after %f ms\n", rate[0], milliseconds);
  cudaFree(d_field);
  cudaFree(d_rate);
  cudaFree(d_edge);
  free(field);
  free(rate);
  return 0;
}
