// Halves in pairs, set by braces in device code.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void k(half2 *x, half *y, __nv_bfloat162 *b, int n) {
  half2 a = x[0]; a = __float2half2_rn(0.5f); a.x = 0.5f; a.y = a.x; half2 z = {y[0], y[1]}; z = {y[0], y[1]}; z = half2(y[0], y[1]); a = z; a += z; a = a * z + a; a = __halves2half2(y[0], y[1]);
  half2 q = make_half2(y[0], y[1]); q = __hfma2(a, z, q); x[0] = q; y[0] = 1.0f; y[1] = 2; y[2] = 1.0; y[3] = __low2half(q); half h = 0; h = 0.1; h = n; h = y[0] + (half)1.0f; h += __float2half(1.f);
  *x = __half2{h, h}; x[1] = __half2half2(h); *(half2 *)y = x[1]; *reinterpret_cast<half2 *>(y) = q; ((half2 *)y)[0] = __hadd2(q, q); half2 w = __half2(); w = __half2{}; w = {}; x[2] = {h, h}; float2 f = __half22float2(w); w = __float22half2_rn(f); w = __floats2half2_rn(1.f, 2.f);
  bool t = a == z; if (__hgt(h, y[1])) t = !t; a = -a; a = h2exp(a); a = __lows2half2(a, z); half2 v[2]; v[0] = v[1] = a; volatile half vh; x[3] = n > 1 ? a : z; x[4] = n > 1 ? half2{h, h} : z; __half2_raw raw = a; a = raw; __half_raw hr = h; h = hr; const half2 cc = a; a = cc; static __shared__ half2 s[4]; s[0] = a; a = s[0];
  b[0] = __float2bfloat162_rn(1.f); b[0] = {b[1].x, b[1].y}; b[0] = __nv_bfloat162(b[1].x, b[1].y); b[0] = b[0] * b[1]; __nv_bfloat16 bb = 1.0f; bb = 2; bb = 0.5; b[0] = {};  
}
int main() { half2 a; half h = __float2half(1.f); a = half2(h, h); a = __floats2half2_rn(1.f, 1.f); float f = h; float2 g = __half22float2(a); }
