#include <cmath>
#include <cstdio>
__global__ void k(float *out, const float *in) {
  int i = threadIdx.x;
  float gx = in[i], gy = in[7 - i];
  out[i] = atan2f(gy, gx) + powf(gx, 2) + fmaxf(gx, 0.1f) + fminf(gy, gx) + std::pow(gx, gy) + hypotf(gx, gy) + fmodf(gx, 3) + fmaf(gx, gy, 0.5f) + copysignf(gx, -1) + std::fmax(gx, gy);
}
int main() {
  float h[8], *a, *b;
  for (int i = 0; i < 8; i++) h[i] = 0.3f + i * 0.1f;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 8>>>(b, a);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) std::printf("%.17g\n", (double) h[i]);
  cudaFree(a); cudaFree(b);
}
