#include "../loop-on-gpu.h"
#include "../generated/rope_fp16.cu"
namespace exact {
#include "../generated/rope_fp16_exact.cu"
}

template <class T> __global__ void rope_scalar(int pairs, const T *q, const T *c, const T *s, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  const T x = q[2 * i], y = q[2 * i + 1];
  out[2 * i] = x * c[i] - y * s[i];
  out[2 * i + 1] = x * s[i] + y * c[i];
}
/** Four pairs of numbers a thread: a pair is a half2. */
__global__ void rope_hand(int pairs, const __half *q, const __half *c, const __half *s, __half *out) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * k >= pairs) return;
  Pairs<4> v = load<4>(q, k);
  const Pairs<2> cs = load<2>(c, k), sn = load<2>(s, k);
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    const __half2 cc = at % 2 ? __high2half2(cs.p[at / 2]) : __low2half2(cs.p[at / 2]);
    const __half ss = at % 2 ? __high2half(sn.p[at / 2]) : __low2half(sn.p[at / 2]);
    v.p[at] = __hfma2(__lowhigh2highlow(v.p[at]), __halves2half2(__hneg(ss), ss), __hmul2(v.p[at], cc));
  }
  store<4>(out, k, v);
}
int main() {
  return run({"rope", {2, 1, 1, 2}, 6, -1, 1, {3},
              [=](int n, float **p) { rope_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, Half **p) { rope_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, __half **p) { rope_hand<<<blocks(n / 4), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, __half **p) { CHECK(rope_half4(n, p[0], p[1], p[2], p[3])); },
              [=](int n, __half **p) { CHECK(exact::rope_half4(n, p[0], p[1], p[2], p[3])); }});
}
