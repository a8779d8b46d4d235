#include "../loop-on-gpu.h"
#include "../generated/axpby_fp16.cu"
namespace exact {
#include "../generated/axpby_fp16_exact.cu"
}

template <class T> __global__ void axpby_scalar(int n, float a, float b, const T *p, T *q) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 3; ++k) q[4 * i + k] = number<T>(a) * p[4 * i + k] + number<T>(b) * q[4 * i + k];
  q[4 * i + 3] = p[4 * i + 3];
}
/** Two records a thread, each two half2. */
__global__ void axpby_hand(int n, float a, float b, const __half *p, __half *q) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * k >= n) return;
  const Pairs<4> x = load<4>(p, k);
  Pairs<4> y = load<4>(q, k);
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    const __half2 sum = __hfma2(both(b), y.p[at], __hmul2(both(a), x.p[at]));
    y.p[at] = at % 2 ? __halves2half2(__low2half(sum), __high2half(x.p[at])) : sum;
  }
  store<4>(q, k, y);
}
int main() {
  return run({"axpby", {4, 4}, 12, -1, 1, {1},
              [=](int n, float **p) { axpby_scalar<<<blocks(n), BLOCK>>>(n, 0.5f, 0.25f, p[0], p[1]); },
              [=](int n, Half **p) { axpby_scalar<<<blocks(n), BLOCK>>>(n, 0.5f, 0.25f, p[0], p[1]); },
              [=](int n, __half **p) { axpby_hand<<<blocks(n / 2), BLOCK>>>(n, 0.5f, 0.25f, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(axpby_half2(n, 0.5f, 0.25f, p[0], p[1])); },
              [=](int n, __half **p) { CHECK(exact::axpby_half2(n, 0.5f, 0.25f, p[0], p[1])); }});
}
