#include "../loop-on-gpu.h"
#include "../generated/fade_fp16.cu"
namespace exact {
#include "../generated/fade_fp16_exact.cu"
}

__global__ void fade_scalar(int n, float amount, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + amount * (x[i] * x[i] - x[i]);
}
/** As mixed.cu has it: halves in memory, arithmetic in float, nothing fused. */
__global__ void fade_scalar(int n, float amount, const Half *x, Half *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = wide(x[i]);
  y[i] = Half(__fadd_rn(v, __fmul_rn(amount, __fsub_rn(__fmul_rn(v, v), v))));
}
__global__ void fade_hand(int n, float amount, const __half *x, __half *y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (8 * k >= n) return;
  Pairs<4> v = load<4>(x, k);
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    const float2 w = __half22float2(v.p[at]);
    v.p[at] = __floats2half2_rn(w.x + amount * (w.x * w.x - w.x), w.y + amount * (w.y * w.y - w.y));
  }
  store<4>(y, k, v);
}
int main() {
  return run({"fade", {1, 1}, 2, 0, 1, {1},
              [=](int n, float **p) { fade_scalar<<<blocks(n), BLOCK>>>(n, 0.4f, p[0], p[1]); },
              [=](int n, Half **p) { fade_scalar<<<blocks(n), BLOCK>>>(n, 0.4f, p[0], p[1]); },
              [=](int n, __half **p) { fade_hand<<<blocks(n / 8), BLOCK>>>(n, 0.4f, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(fade_half8(n, 0.4f, p[0], p[1])); },
              [=](int n, __half **p) { CHECK(exact::fade_half8(n, 0.4f, p[0], p[1])); }});
}
