#include "../loop-on-gpu.h"
#include "../generated/layer_norm_fp16.cu"
namespace exact {
#include "../generated/layer_norm_fp16_exact.cu"
}

template <class T>
__global__ void layer_norm_scalar(int rows, int columns, const T *x, const T *mean, const T *scale, const T *gamma, const T *beta, T *y) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y;
  if (c < columns && r < rows) y[r * columns + c] = (x[r * columns + c] - mean[r]) * scale[r] * gamma[c] + beta[c];
}
static int columns_of(int n) { return n == NUMBERS ? 8192 : n < 100 ? 8 : 1001; }
/** Rows are multiples of 8. */
__global__ void layer_norm_hand(int rows, int columns, const __half *x, const __half *mean, const __half *scale, const __half *gamma,
                                const __half *beta, __half *y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (8 * k >= columns || r >= rows) return;
  const int at = r * (columns / 8) + k;
  Pairs<4> v = load<4>(x, at);
  const Pairs<4> g = load<4>(gamma, k), b = load<4>(beta, k);
  const __half2 m = __half2half2(mean[r]), s = __half2half2(scale[r]);
#pragma unroll
  for (int pair = 0; pair < 4; ++pair) v.p[pair] = __hfma2(__hmul2(__hsub2(v.p[pair], m), s), g.p[pair], b.p[pair]);
  store<4>(y, at, v);
}
int main() {
  return run({"layer_norm", {1, 1, 1, 1, 1, 1}, 2, -1, 1, {5},
              [=](int n, float **p) { const int c = columns_of(n), r = n / c;
                layer_norm_scalar<<<dim3(blocks(c), r), BLOCK>>>(r, c, p[0], p[1], p[2], p[3], p[4], p[5]); },
              [=](int n, Half **p) { const int c = columns_of(n), r = n / c;
                layer_norm_scalar<<<dim3(blocks(c), r), BLOCK>>>(r, c, p[0], p[1], p[2], p[3], p[4], p[5]); },
              [=](int n, __half **p) { const int c = columns_of(n), r = n / c;
                layer_norm_hand<<<dim3(blocks(c / 8), r), BLOCK>>>(r, c, p[0], p[1], p[2], p[3], p[4], p[5]); },
              [=](int n, __half **p) { CHECK(layer_norm_half8(n / columns_of(n), columns_of(n), p[0], p[1], p[2], p[3], p[4], p[5])); },
              [=](int n, __half **p) { CHECK(exact::layer_norm_half8(n / columns_of(n), columns_of(n), p[0], p[1], p[2], p[3], p[4], p[5])); }});
}
