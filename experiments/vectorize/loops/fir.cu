#include "../loop-on-gpu.h"
#include "../generated/fir_fp16.cu"
namespace exact {
#include "../generated/fir_fp16_exact.cu"
}

__constant__ float taps[7] = {0.03125f, 0.109375f, 0.21875f, 0.28125f, 0.21875f, 0.109375f, 0.03125f};
template <class T> __global__ void fir_scalar(int n, const T *x, T *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 3 || i >= n - 3) return;
  T sum = number<T>(0.0f);
#pragma unroll
  for (int k = 0; k < 7; k++) sum = sum + number<T>(taps[k]) * x[i + k - 3];
  y[i] = sum;
}
/** Without the vectors at both ends. */
__global__ void fir_hand(int n, const __half *x, __half *y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x, i = 8 * k;
  if (i < 3 || i + 11 > n) return;
  const Pairs<4> here = load<4>(x, k);
  __half lanes[14];
#pragma unroll
  for (int at = 0; at < 3; ++at) lanes[at] = x[i - 3 + at], lanes[11 + at] = x[i + 8 + at];
#pragma unroll
  for (int at = 0; at < 4; ++at) lanes[3 + 2 * at] = __low2half(here.p[at]), lanes[4 + 2 * at] = __high2half(here.p[at]);
  Pairs<4> r;
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    __half2 sum = both(0.0f);
#pragma unroll
    for (int tap = 0; tap < 7; ++tap) sum = __hfma2(both(taps[tap]), __halves2half2(lanes[2 * at + tap], lanes[2 * at + tap + 1]), sum);
    r.p[at] = sum;
  }
  store<4>(y, k, r);
}
int main() {
  float *table;
  CHECK(cudaGetSymbolAddress(reinterpret_cast<void **>(&table), taps));
  return run({"fir", {1, 1}, 2, -1, 1, {1},
              [=](int n, float **p) { fir_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, Half **p) { fir_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, __half **p) { fir_hand<<<blocks(n / 8), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(fir_half8(n, p[0], p[1], table)); },
              [=](int n, __half **p) { CHECK(exact::fir_half8(n, p[0], p[1], table)); }});
}
