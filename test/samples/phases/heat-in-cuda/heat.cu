#include <cstdio>
#include <cstdlib>
#include <cmath>

__global__ void step(int n, double c, double h, const double *u, const double *source, double *v) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
  const int k = i * n + j;
  v[k] = u[k] + c * (u[k - 1] + u[k + 1] + u[k - n] + u[k + n] - 4.0 * u[k]) + h * source[k];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 1200;
  const size_t bytes = (size_t)n * n * sizeof(double);
  double *host = (double *)malloc(bytes), *source = (double *)malloc(bytes);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      host[i * n + j] = 0.0;
      source[i * n + j] = 10.0 * sin(3.0 * i / n) * cos(2.0 * j / n);
    }
  double *u, *v, *s;
  cudaMalloc(&u, bytes);
  cudaMalloc(&v, bytes);
  cudaMalloc(&s, bytes);
  cudaMemcpy(u, host, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(v, host, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(s, source, bytes, cudaMemcpyHostToDevice);
  const dim3 block(8, 8), grid((n + 7) / 8, (n + 7) / 8);
  const double c = 0.2, h = c / (n - 1) / (n - 1);
  for (int it = 0; it < steps; it++) {
    step<<<grid, block>>>(n, c, h, u, s, v);
    double *t = u;
    u = v;
    v = t;
  }
  cudaMemcpy(host, u, bytes, cudaMemcpyDeviceToHost);
  for (int i = 1; i < n - 1; i += 5)
    for (int j = 1; j < n - 1; j += 5) printf("%.17g\n", host[i * n + j]);
  return 0;
}
