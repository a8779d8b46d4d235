// __half and __nv_bfloat16: every intrinsic over patterns of every kind, bit for bit.
#include "dialect.h"
#include <cuda_fp16.h>
#include <cuda_bf16.h>
namespace narrow {

// the two formats' names, so that one kernel serves both
template <class S> struct Names;
template <> struct Names<__half> {
  using Pair = __half2;
  static __device__ __half from(unsigned short b) { return __ushort_as_half(b); }
  static __device__ unsigned bits(__half h) { return __hisnan(h) ? 0x7fff : __half_as_ushort(h); }
  static __device__ Pair pair(__half a, __half b) { return __halves2half2(a, b); }
  static __device__ float wide(__half h) { return __half2float(h); }
  static __device__ void convert(float f, int i, long long l, unsigned *r, __half h) {
    r[0] = bits(__float2half(f)), r[1] = bits(__float2half_rz(f)), r[2] = bits(__float2half_ru(f)), r[3] = bits(__float2half_rd(f)), r[4] = bits(__double2half(double(f) * 1.0000001));
    r[5] = bits(__int2half_rn(i)), r[6] = bits(__int2half_rz(i)), r[7] = bits(__ll2half_ru(l)), r[8] = bits(__ull2half_rd((unsigned long long)l)), r[9] = unsigned(__half2int_rn(h));
    r[10] = unsigned(__half2int_rz(h)), r[11] = unsigned(__half2uint_ru(h)), r[12] = unsigned(__half2ll_rd(h)), r[13] = unsigned(__half2short_rn(h)), r[14] = bits(__short2half_rn(short(i))), r[15] = bits(__uint2half_rn(unsigned(i)));
  }
};
template <> struct Names<__nv_bfloat16> {
  using Pair = __nv_bfloat162;
  static __device__ __nv_bfloat16 from(unsigned short b) { return __ushort_as_bfloat16(b); }
  static __device__ unsigned bits(__nv_bfloat16 h) { return __hisnan(h) ? 0x7fff : __bfloat16_as_ushort(h); }
  static __device__ Pair pair(__nv_bfloat16 a, __nv_bfloat16 b) { return __halves2bfloat162(a, b); }
  static __device__ float wide(__nv_bfloat16 h) { return __bfloat162float(h); }
  static __device__ void convert(float f, int i, long long l, unsigned *r, __nv_bfloat16 h) {
    r[0] = bits(__float2bfloat16(f)), r[1] = bits(__float2bfloat16_rz(f)), r[2] = bits(__float2bfloat16_ru(f)), r[3] = bits(__float2bfloat16_rd(f)), r[4] = bits(__double2bfloat16(double(f) * 1.0000001));
    r[5] = bits(__int2bfloat16_rn(i)), r[6] = bits(__int2bfloat16_rz(i)), r[7] = bits(__ll2bfloat16_ru(l)), r[8] = bits(__ull2bfloat16_rd((unsigned long long)l)), r[9] = unsigned(__bfloat162int_rn(h));
    r[10] = unsigned(__bfloat162int_rz(h)), r[11] = unsigned(__bfloat162uint_ru(h)), r[12] = unsigned(__bfloat162ll_rd(h)), r[13] = unsigned(__bfloat162short_rn(h)), r[14] = bits(__short2bfloat16_rn(short(i))), r[15] = bits(__uint2bfloat16_rn(unsigned(i)));
  }
};

template <class S> __global__ void operations(unsigned *out) {
  using N = Names<S>;
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const S a = N::from((unsigned short)(t * 40503u + 77)), b = N::from((unsigned short)(t * 30011u + 5)), c = N::from((unsigned short)(t * 9973u + 100));
  unsigned *r = out + t * 80;
  r[0] = N::bits(__hadd(a, b)), r[1] = N::bits(__hsub(a, b)), r[2] = N::bits(__hmul(a, b)), r[3] = N::bits(__hdiv(a, b)), r[4] = N::bits(__hfma(a, b, c));
  r[5] = N::bits(a + b), r[6] = N::bits(a - b), r[7] = N::bits(a * b), r[8] = N::bits(a / b), r[9] = N::bits(-a);
  S d = a;
  d += b, d *= c, d -= a, d /= b;
  r[10] = N::bits(d), r[11] = N::bits(__hadd_sat(a, b)), r[12] = N::bits(__hmul_sat(a, b)), r[13] = N::bits(__hfma_relu(a, b, c)), r[14] = N::bits(__hfma_sat(a, b, c));
  r[15] = N::bits(__hneg(a)), r[16] = N::bits(__habs(a)), r[17] = N::bits(__hmin(a, b)), r[18] = N::bits(__hmax(a, b)), r[19] = N::bits(__hmax_nan(a, b));
  r[20] = __heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 | __hge(a, b) << 5 | __hltu(a, b) << 6 | __hneu(a, b) << 7 | __hequ(a, b) << 8;
  r[21] = (a < b) | (a == b) << 1 | (a != b) << 2 | (a >= b) << 3 | __hisnan(a) << 4 | unsigned(__hisinf(a) + 1) << 5;
  r[22] = N::bits(hsqrt(a)), r[23] = N::bits(htrunc(a)), r[24] = N::bits(hceil(a)), r[25] = N::bits(hfloor(a)), r[26] = N::bits(hrint(a));
  const auto p = N::pair(a, b), q = N::pair(c, a);
  const auto sum = __hadd2(p, q), product = __hmul2(p, q), fused = __hfma2(p, q, sum), op = p * q - p + q, least = __hmin2(p, q), compared = __hlt2(p, q), swapped = __lowhigh2highlow(p);
  r[27] = N::bits(sum.x), r[28] = N::bits(sum.y), r[29] = N::bits(product.x), r[30] = N::bits(fused.y), r[31] = N::bits(op.x), r[32] = N::bits(least.y), r[33] = N::bits(compared.x), r[34] = N::bits(swapped.x);
  r[35] = __hbeq2(p, p), r[36] = __hble2(p, q), r[37] = __heq2_mask(p, N::pair(a, a));
  const float f = N::wide(a);
  unsigned w = 0;
  memcpy(&w, &f, 4);
  r[38] = f != f ? 0 : w;
  const int i = int(t * 2654435761u) >> t % 31;
  const long long l = (long long)i * (t % 7 ? 1 : 100000);
  N::convert(t % 3 ? float(i) * 1e-4f : N::wide(b) * 1.0009f, i, l, r + 40, c);
  r[56] = N::bits(S(i)), r[57] = N::bits(S(0.1 * i)), r[58] = unsigned(__float2int_rz(N::wide(a))), r[59] = N::bits(S(float(i) * 1e-3f));
}
template <class S> __global__ void functions(float *out) {
  const S x = S(0.25f + 0.4f * float(threadIdx.x));
  float *r = out + threadIdx.x * 10;
  r[0] = float(hexp(x)), r[1] = float(hlog(x)), r[2] = float(hsin(x)), r[3] = float(hcos(x)), r[4] = float(hrsqrt(x)), r[5] = float(hrcp(x)), r[6] = float(hexp2(x)), r[7] = float(hlog2(x)), r[8] = float(hlog10(x)), r[9] = float(hexp10(x));
}
template <class S> __global__ void sums(S *sum) { atomicAdd(sum, S(0.1f)); }
template <class S> __global__ TASK(void) exchange(S *x) { x[threadIdx.x] = AWAIT(__shfl_xor_sync(0xffffffffu, x[threadIdx.x], 1)); }

template <class S> void check(const char *name) {
  const int n = 4096;
  unsigned *out = managed<unsigned>(n * 80);
  LAUNCH(operations<S>, n / 64, 64, 0, (unsigned *out), (out), out);
  finish();
  std::printf("%s:", name);
  for (int c = 0; c < 60; c++) {
    Hash h;
    for (int k = 0; k < n; k++) h.add((unsigned long long)out[k * 80 + c]);
    if (c != 39) std::printf(" %d:%08x", c, unsigned(h.h));
  }
  float *f = managed<float>(100);
  LAUNCH(functions<S>, 1, 8, 0, (float *out), (out), f);
  finish();
  std::printf("\n%s functions:", name);
  for (int k = 0; k < 80; k++) std::printf(" %.2g", double(f[k]));
  S *sum = managed<S>(32);
  sum[0] = S(0.0f);
  LAUNCH(sums<S>, 1, 32, 0, (S *sum), (sum), sum);
  finish();
  std::printf("\n%s atomic sum of 32 tenths: %g\n", name, double(float(sum[0])));
  for (int k = 0; k < 32; k++) sum[k] = S(float(k));
  LAUNCH(exchange<S>, 1, 32, 0, (S *x), (x), sum);
  finish();
  std::printf("%s exchanged: %g %g %g\n", name, double(float(sum[0])), double(float(sum[1])), double(float(sum[31])));
}

void run() {
  check<__half>("half");
  check<__nv_bfloat16>("bfloat16");
  std::printf("sizes %d %d %d %d\n", int(sizeof(__half)), int(sizeof(__half2)), int(sizeof(__nv_bfloat162)), int(alignof(__half2)));
}

}  // namespace narrow
