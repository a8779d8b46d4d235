#include <cstdio>

__global__ void step(double *a, float *b, int *c)
{
  int i = threadIdx.x;
  a[i] = a[i] * 0.3 + b[i];
  c[i] += 1;
}

__global__ void fill(double *x, double *y) { x[threadIdx.x] = threadIdx.x / 3.0, y[threadIdx.x] = x[threadIdx.x] / 7; }

int main() {
  double h[8], g[8], *a, *x, *y;
  float *b;
  int *c;
  for (int i = 0; i < 8; i++) h[i] = i * 0.1;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, 8 * sizeof(float));
  cudaMalloc(&c, 8 * sizeof(int));
  cudaMalloc(&x, sizeof g);
  cudaMalloc(&y, sizeof g);
  cudaMemset(b, 0, 8 * sizeof(float));
  cudaMemset(c, 0, 8 * sizeof(int));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  step<<<1, 8>>>(a, b, c);
  fill<<<1, 8>>>(x, y);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  // seen again as numbers, and so one memory
  for (void *memory : {(void *) x, (void *) y}) {
    cudaMemcpy(g, memory, sizeof g, cudaMemcpyDeviceToHost);
    std::printf("%.17g\n", (double) g[5]);
  }
  std::printf("%.17g\n", (double) h[3]);
  for (void *memory : {(void *) a, (void *) b, (void *) c, (void *) x, (void *) y}) cudaFree(memory);
}
