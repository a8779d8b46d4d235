// Distances in several spaces, by one overloaded name.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ double distance(double a, double b)
{
  double gap = a - b;
  return fabs(gap);
}

__device__ float distance(float a, float b)
{
  float gap = a - b;
  return fabsf(gap);
}

__device__ double distance(const double *a, const double *b, int dimensions)
{
  double sum = 0.0;
  for (int k = 0; k < dimensions; k++) {
    double gap = a[k] - b[k];
    sum += gap * gap;
  }
  return sqrt(sum);
}

__global__ void spread(const double *points, const float *weights, double *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 3) return;
  double far = distance(points + i, points + i + 1, 3);
  double near = distance(points[i], points[i + 1]);
  if (far > 0.0) {
    double t = near / far;
    out[i] = t * distance(weights[i], weights[i + 1]);
  } else {
    float t = weights[i];
    out[i] = t;
  }
}

int main()
{
  const int n = 5000;
  double *points = (double *) malloc(n * sizeof(double));
  double *out = (double *) calloc(n, sizeof(double));
  float *weights = (float *) malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) {
    points[i] = 0.001 * (i * 37 % 1009);
    weights[i] = 1.0f / (1 + i % 10);
  }
  double *d_points, *d_out;
  float *d_weights;
  if (cudaMalloc(&d_points, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_out, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_weights, n * sizeof(float)) != cudaSuccess) return 1;
  cudaMemcpy(d_points, points, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weights, weights, n * sizeof(float), cudaMemcpyHostToDevice);
  spread<<<(n + 255) / 256, 256>>>(d_points, d_weights, d_out, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(out, d_out, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%.12f\n", out[100]);
  cudaFree(d_points);
  cudaFree(d_out);
  cudaFree(d_weights);
  free(points);
  free(out);
  free(weights);
  return 0;
}
