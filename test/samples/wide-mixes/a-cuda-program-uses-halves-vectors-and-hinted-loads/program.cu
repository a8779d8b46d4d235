#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float2 turned(float2 v, double by) {
  float2 w;
  w.x = v.x - v.y * by;
  w.y = v.y + v.x * by;
  return w;
}

__device__ __half blend(__half a, __half b) { return __hadd(a * b, __hmul(a, -b)) + a; }

__global__ void work(const double *__restrict__ a, const double *x, double *y, const __half *h, const float2 *q) {
  int i = threadIdx.x;
  double t = __ldg(x + i) * 3;
  t += __ldcs(&a[i]) / 7;
  float2 own = turned(q[i], 0.1);
  double sum = t + __half2float(blend(h[i], __float2half(t))) + __bfloat162float(__float2bfloat16(t * 0.3));
  sum += __low2float(__float22half2_rn(turned(own, t)));
  __stcs(y + i, sum);
  __stcg(&y[i + 4], sum * 0.7 - __ldcg(x));
}

int main() {
  const int n = 4, columns = 2;
  double host[n], shown[2 * n], *a, *x, *y, rows[n];
  __half halves[n], *h;
  float2 pairs[n], *q;
  for (int i = 0; i < n; i++) {
    host[i] = 0.1 / (i + 1);
    halves[i] = __float2half(0.3f * i);
    pairs[i] = make_float2(0.1f * i, 0.7f);
  }
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&x, n * sizeof(double));
  cudaMalloc(&y, 2 * n * sizeof(double));
  cudaMalloc(&h, sizeof halves);
  cudaMalloc(&q, sizeof pairs);
  cudaMemcpy(a, host, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy2D(x, columns * sizeof(double), host, columns * sizeof(double), columns * sizeof(double), n / columns, cudaMemcpyHostToDevice);
  cudaMemcpy(h, halves, sizeof halves, cudaMemcpyHostToDevice);
  cudaMemcpy(q, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  work<<<1, n>>>(a, x, y, h, q);
  cudaMemcpy(shown, y, 2 * n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy2D(rows, columns * sizeof(double), x, columns * sizeof(double), columns * sizeof(double), n / columns, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2 * n; i++) std::printf("%.17g %.17g\n", shown[i], rows[i / 2]);
  return cudaGetLastError() != cudaSuccess;
}
