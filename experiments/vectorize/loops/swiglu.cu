#include "../loop-on-gpu.h"
#include "../generated/swiglu_fp16.cu"
namespace exact {
#include "../generated/swiglu_fp16_exact.cu"
}

template <class T> __global__ void swiglu_scalar(const T *x, const T *gate, T *y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] / (number<T>(1.0f) + exponential(-x[i])) * gate[i];
}
__global__ void swiglu_float(const float *x, const float *gate, float *y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] / (1.0f + __expf(-x[i])) * gate[i];
}
__global__ void swiglu_hand(const __half *x, const __half *gate, __half *y, unsigned n) {
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (8 * k >= n) return;
  Pairs<4> v = load<4>(x, k);
  const Pairs<4> g = load<4>(gate, k);
#pragma unroll
  for (int at = 0; at < 4; ++at) v.p[at] = __hmul2(__h2div(v.p[at], __hadd2(both(1.0f), h2exp(__hneg2(v.p[at])))), g.p[at]);
  store<4>(y, k, v);
}
int main() {
  return run({"swiglu", {1, 1, 1}, 3, -8, 8, {2},
              [=](int n, float **p) { swiglu_float<<<blocks(n), BLOCK>>>(p[0], p[1], p[2], n); },
              [=](int n, Half **p) { swiglu_scalar<<<blocks(n), BLOCK>>>(p[0], p[1], p[2], n); },
              [=](int n, __half **p) { swiglu_hand<<<blocks(n / 8), BLOCK>>>(p[0], p[1], p[2], n); },
              [=](int n, __half **p) { CHECK(swiglu_half8(p[0], p[1], p[2], n)); },
              [=](int n, __half **p) { CHECK(exact::swiglu_half8(p[0], p[1], p[2], n)); }});
}
