#include "../loop-on-gpu.h"
#include "../generated/luma_fp16.cu"
namespace exact {
#include "../generated/luma_fp16_exact.cu"
}

__global__ void luma_scalar(int n, const float *red, const float *green, const float *blue, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (0.2126f * red[i] + 0.7152f * green[i] + 0.0722f * blue[i]) * 0.9f + 0.1f;
}
/** As mixed.cu has it: brightness in float, the rest in halves, nothing fused. */
__global__ void luma_scalar(int n, const Half *red, const Half *green, const Half *blue, Half *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float sum = __fadd_rn(__fmul_rn(0.2126f, wide(red[i])), __fmul_rn(0.7152f, wide(green[i])));
  out[i] = Half(__fadd_rn(sum, __fmul_rn(0.0722f, wide(blue[i])))) * Half(0.9f) + Half(0.1f);
}
__global__ void luma_hand(int n, const __half *red, const __half *green, const __half *blue, __half *out) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (8 * k >= n) return;
  Pairs<4> r = load<4>(red, k);
  const Pairs<4> g = load<4>(green, k), b = load<4>(blue, k);
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    const float2 x = __half22float2(r.p[at]), y = __half22float2(g.p[at]), z = __half22float2(b.p[at]);
    const __half2 light = __floats2half2_rn(0.2126f * x.x + 0.7152f * y.x + 0.0722f * z.x, 0.2126f * x.y + 0.7152f * y.y + 0.0722f * z.y);
    r.p[at] = __hfma2(light, both(0.9f), both(0.1f));
  }
  store<4>(out, k, r);
}
int main() {
  return run({"luma", {1, 1, 1, 1}, 4, 0, 1, {3},
              [=](int n, float **p) { luma_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, Half **p) { luma_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, __half **p) { luma_hand<<<blocks(n / 8), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, __half **p) { CHECK(luma_half8(n, p[0], p[1], p[2], p[3])); },
              [=](int n, __half **p) { CHECK(exact::luma_half8(n, p[0], p[1], p[2], p[3])); }});
}
