#include "../loop-on-gpu.h"
#include "../generated/multiply_fp16.cu"
namespace exact {
#include "../generated/multiply_fp16_exact.cu"
}

template <class T> __global__ void multiply_scalar(int n, const T *a, const T *b, T *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T ux = a[2 * i], uy = a[2 * i + 1], vx = b[2 * i], vy = b[2 * i + 1];
  c[2 * i] = ux * vx - uy * vy;
  c[2 * i + 1] = ux * vy + uy * vx;
}
/** Four complex numbers a thread, each a half2. */
__global__ void multiply_hand(int n, const __half *a, const __half *b, __half *c) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * k >= n) return;
  Pairs<4> u = load<4>(a, k);
  const Pairs<4> v = load<4>(b, k);
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    const __half2 turned = __halves2half2(__hneg(__high2half(v.p[at])), __low2half(v.p[at]));
    u.p[at] = __hfma2(__high2half2(u.p[at]), turned, __hmul2(__low2half2(u.p[at]), v.p[at]));
  }
  store<4>(c, k, u);
}
int main() {
  return run({"multiply", {2, 2, 2}, 6, -1, 1, {2},
              [=](int n, float **p) { multiply_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2]); },
              [=](int n, Half **p) { multiply_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2]); },
              [=](int n, __half **p) { multiply_hand<<<blocks(n / 4), BLOCK>>>(n, p[0], p[1], p[2]); },
              [=](int n, __half **p) { CHECK(multiply_half4(n, p[0], p[1], p[2])); },
              [=](int n, __half **p) { CHECK(exact::multiply_half4(n, p[0], p[1], p[2])); }});
}
