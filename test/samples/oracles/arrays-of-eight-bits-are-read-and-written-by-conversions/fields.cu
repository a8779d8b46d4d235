#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <cuda_runtime.h>

struct Field {
  int n;
  double *level;
  float weight[4];
};

__device__ double pick(const double *from, int i) { return from[i]; }
__device__ float twice(float x) { return 2 * x; }

__global__ void mix(Field field, const float *in, float *out, double *fine, int n)
{
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i >= n) return;
  float own[3] = {0.25f, in[i], 0};
  own[1] *= 0.3;
  own[2] += own[0] + own[1] / 3;
  field.level[i] = field.level[i] * 0.5 + tile[(t + 1) % 64] * field.weight[i % 4];
  field.level[i] += 0.1;
  field.level[i] -= tile[t];
  field.level[i] /= 1.5f;
  double x = field.level[i];
  auto y = tile[t];
  out[i] = in[i] > 1 ? in[i] : -in[i];
  out[i] += twice(in[i]) + own[2] * sqrtf(fabsf(tile[t]));
  out[i] *= field.weight[1];
  if (tile[t] == 0 || !out[i]) out[i] = i % 7;
  fine[i] = exp(-fabs(field.level[i])) + pick(field.level, i) + x * y;
  fine[i] += fmin(field.level[i], fine[i]);
  fine[i] = field.level[i] < in[i] ? fine[i] : in[i];
  int cut = (int) out[i];
  out[i] = out[i] + cut;
}

__global__ void shift(const float *from, float *to, double *fine, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float old = to[i] = from[n - 1 - i];
  to[i] = from[i];
  fine[i] = old + to[i] * 1000.0;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? 10 * atoi(argv[1]) : 240;
  float *h = (float *) malloc(n * sizeof(float)), *g = (float *) malloc(n * sizeof(float));
  double *big = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    h[i] = (float) sin(0.1 * i) * (i % 13);
    g[i] = 0;
    big[i] = i * i * 0.01 - 3;
  }
  float *a, *b;
  double *c;
  Field field;
  field.n = n;
  for (int k = 0; k < 4; k++) field.weight[k] = 0.3f * (k + 1);
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(double));
  cudaMalloc(&field.level, n * sizeof(double));
  cudaMemset(b, 0, n * sizeof(float));
  cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(field.level, big, n * sizeof(double), cudaMemcpyHostToDevice);
  mix<<<(n + 63) / 64, 64>>>(field, a, b, c, n);
  std::swap(a, b);
  cudaMemcpy(big, c, n * sizeof(double), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += big[i];
  printf("%.17g\n", sum);
  shift<<<(n + 63) / 64, 64>>>(a, b, c, n);
  cudaMemcpy(g, b, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(big, c, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.9g %.17g%c", g[i], big[i], i % 4 == 3 ? '\n' : ' ');
  return cudaGetLastError() != cudaSuccess;
}
