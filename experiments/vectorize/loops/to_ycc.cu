#include "../loop-on-gpu.h"
#include "../generated/to_ycc_fp16.cu"
namespace exact {
#include "../generated/to_ycc_fp16_exact.cu"
}

template <class T> __global__ void to_ycc_scalar(int n, const T *in, T *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
  const T y = number<T>(0.299f) * r + number<T>(0.587f) * g + number<T>(0.114f) * b;
  out[3 * i] = y;
  out[3 * i + 1] = number<T>(0.564f) * (b - y) + number<T>(0.5f);
  out[3 * i + 2] = number<T>(0.713f) * (r - y) + number<T>(0.5f);
}
/** Two pixels a thread, as six halves in three half2. */
__global__ void to_ycc_hand(int n, const __half *in, __half *out) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * k >= n) return;
  const __half2 *from = reinterpret_cast<const __half2 *>(in) + 3ll * k;
  const __half2 first = from[0], second = from[1], third = from[2];
  const __half2 r = __halves2half2(__low2half(first), __high2half(second));
  const __half2 g = __halves2half2(__high2half(first), __low2half(third));
  const __half2 b = __halves2half2(__low2half(second), __high2half(third));
  const __half2 y = __hfma2(both(0.114f), b, __hfma2(both(0.587f), g, __hmul2(both(0.299f), r)));
  const __half2 u = __hfma2(both(0.564f), __hsub2(b, y), both(0.5f)), v = __hfma2(both(0.713f), __hsub2(r, y), both(0.5f));
  __half2 *to = reinterpret_cast<__half2 *>(out) + 3ll * k;
  to[0] = __lows2half2(y, u);
  to[1] = __halves2half2(__low2half(v), __high2half(y));
  to[2] = __highs2half2(u, v);
}
int main() {
  return run({"to_ycc", {3, 3}, 6, 0, 1, {1},
              [=](int n, float **p) { to_ycc_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, Half **p) { to_ycc_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, __half **p) { to_ycc_hand<<<blocks(n / 2), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(to_ycc_half2(n, p[0], p[1])); },
              [=](int n, __half **p) { CHECK(exact::to_ycc_half2(n, p[0], p[1])); }});
}
