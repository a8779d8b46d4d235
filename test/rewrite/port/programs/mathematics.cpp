// Intrinsics bit for bit, functions to the digits any machine agrees on, and what each call's type is.
#include "dialect.h"
#include <type_traits>
#include <math_constants.h>
namespace mathematics {

#define GIVES(T, expression) static_assert(std::is_same<decltype(expression), T>::value, #expression)
inline void types() {
  float f = 1; double d = 2; int i = 3; unsigned u = 4; long l = 5; long long ll = 6; unsigned long long ull = 7; short s = 8;
  GIVES(float, sqrt(f)); GIVES(double, sqrt(d)); GIVES(double, sqrt(i)); GIVES(float, sqrtf(d)); GIVES(float, exp(f)); GIVES(double, exp(1));
  GIVES(float, log(f)); GIVES(float, sin(f)); GIVES(float, atan2(f, f)); GIVES(double, atan2(f, d)); GIVES(float, pow(f, f)); GIVES(double, pow(d, i));
  GIVES(double, pow(f, i)); GIVES(double, pow(i, i)); GIVES(float, powf(d, d)); GIVES(float, abs(f)); GIVES(double, abs(d)); GIVES(int, abs(i));
  GIVES(long, abs(l)); GIVES(long long, abs(ll)); GIVES(int, abs(s)); GIVES(float, fabs(f)); GIVES(double, fabs(i)); GIVES(float, fmax(f, f));
  GIVES(double, fmax(d, f)); GIVES(double, fmin(f, i)); GIVES(float, fma(f, f, f)); GIVES(double, fma(f, d, f)); GIVES(float, floor(f));
  GIVES(float, hypot(f, f)); GIVES(float, ldexp(f, i)); GIVES(bool, isnan(f)); GIVES(bool, isinf(d)); GIVES(bool, isfinite(f)); GIVES(bool, signbit(d));
  GIVES(float, std::sqrt(f)); GIVES(double, std::pow(f, i)); GIVES(float, std::abs(f));
  GIVES(float, rsqrt(f)); GIVES(double, rsqrt(d)); GIVES(float, rsqrtf(d)); GIVES(float, rcbrt(f)); GIVES(float, sinpi(f)); GIVES(double, cospi(d));
  GIVES(float, erfinv(f)); GIVES(double, normcdf(d)); GIVES(float, exp10(f)); GIVES(double, exp10(d)); GIVES(float, fdividef(f, f)); GIVES(float, j0(f));
  GIVES(double, y1(d)); GIVES(float, cyl_bessel_i0(f)); GIVES(double, norm3d(f, f, f)); GIVES(double, rhypot(f, f));
  GIVES(int, max(i, i)); GIVES(unsigned, max(i, u)); GIVES(unsigned, min(u, i)); GIVES(long, max(l, l)); GIVES(long long, min(ll, ll));
  GIVES(unsigned long long, max(ll, ull)); GIVES(float, max(f, f)); GIVES(double, max(f, d)); GIVES(double, min(d, f)); GIVES(unsigned, umin(u, u));
  GIVES(long long, llmax(ll, ll));
  (void)f, (void)d, (void)i, (void)u, (void)l, (void)ll, (void)ull, (void)s;
}

// numbers of every size and sign, infinities, NaN, subnormals
__device__ inline unsigned scramble(unsigned k) {
  k = (k ^ 61) ^ (k >> 16), k *= 9, k ^= k >> 4, k *= 0x27d4eb2d;
  return k ^ (k >> 15);
}
__device__ inline float some_float(unsigned k) {
  if (k % 16 == 0) {
    const unsigned special[8] = {0u, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fffffffu, 1u, 0x7f7fffffu, 0x00800000u};
    return __uint_as_float(special[scramble(k) % 8]);
  }
  if (k % 3 == 0) return __uint_as_float((scramble(k) & 0x807fffffu) | (100 + scramble(k + 99) % 60) << 23);
  const float x = __uint_as_float(scramble(k));
  return x != x ? __uint_as_float(0x7fffffffu) : x;  // no signalling NaN: C libraries differ on it
}
__device__ inline double some_double(unsigned k) {
  const unsigned high = scramble(k * 2 + 7), low = k % 5 ? scramble(k * 2 + 8) : 0;
  if (k % 16 == 0) {
    const unsigned special[8] = {0u, 0x80000000u, 0x7ff00000u, 0xfff00000u, 0x7fffffffu, 0u, 0x7fefffffu, 0x00100000u};
    return __hiloint2double(int(special[scramble(k) % 8]), scramble(k) % 8 == 5 ? 1 : scramble(k) % 8 == 6 ? -1 : 0);
  }
  if (k % 3 == 0) return __hiloint2double(int((high & 0x800fffffu) | (1000 + scramble(k + 99) % 80) << 20), int(low));
  const double x = __hiloint2double(int(high), int(low));
  return x != x ? __hiloint2double(0x7fffffff, -1) : x;
}

__global__ void floats(float *out) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = some_float(t), b = some_float(t * 7 + 3), c = some_float(t * 13 + 5);
  float *r = out + t * 32;
  r[0] = __fadd_rn(a, b), r[1] = __fadd_rz(a, b), r[2] = __fadd_ru(a, b), r[3] = __fadd_rd(a, b);
  r[4] = __fsub_rn(a, b), r[5] = __fsub_rz(a, b), r[6] = __fsub_ru(a, b), r[7] = __fsub_rd(a, b);
  r[8] = __fmul_rn(a, b), r[9] = __fmul_rz(a, b), r[10] = __fmul_ru(a, b), r[11] = __fmul_rd(a, b);
  r[12] = __fdiv_rn(a, b), r[13] = __fdiv_rz(a, b), r[14] = __fdiv_ru(a, b), r[15] = __fdiv_rd(a, b);
  r[16] = __fmaf_rn(a, b, c), r[17] = __fmaf_rz(a, b, c), r[18] = __fmaf_ru(a, b, c), r[19] = __fmaf_rd(a, b, c);
  r[20] = __fsqrt_rn(a), r[21] = __fsqrt_rz(a), r[22] = __fsqrt_ru(a), r[23] = __fsqrt_rd(a);
  r[24] = __frcp_rn(a), r[25] = __frcp_rz(a), r[26] = __frcp_ru(a), r[27] = __frcp_rd(a);
  r[28] = __saturatef(a), r[29] = fminf(a, b), r[30] = max(a, b), r[31] = __double2float_rz(some_double(t));
}
__global__ void doubles(double *out) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const double a = some_double(t), b = some_double(t * 7 + 3), c = some_double(t * 13 + 5);
  double *r = out + t * 32;
  r[0] = __dadd_rn(a, b), r[1] = __dadd_rz(a, b), r[2] = __dadd_ru(a, b), r[3] = __dadd_rd(a, b);
  r[4] = __dsub_rn(a, b), r[5] = __dsub_rz(a, b), r[6] = __dsub_ru(a, b), r[7] = __dsub_rd(a, b);
  r[8] = __dmul_rn(a, b), r[9] = __dmul_rz(a, b), r[10] = __dmul_ru(a, b), r[11] = __dmul_rd(a, b);
  r[12] = __ddiv_rn(a, b), r[13] = __ddiv_rz(a, b), r[14] = __ddiv_ru(a, b), r[15] = __ddiv_rd(a, b);
  r[16] = __fma_rn(a, b, c), r[17] = __fma_rz(a, b, c), r[18] = __fma_ru(a, b, c), r[19] = __fma_rd(a, b, c);
  r[20] = __dsqrt_rn(a), r[21] = __dsqrt_rz(a), r[22] = __dsqrt_ru(a), r[23] = __dsqrt_rd(a);
  r[24] = __ll2double_rz((long long)scramble(t) << 31 | scramble(t + 1)), r[25] = __ull2double_ru((unsigned long long)scramble(t) << 32 | scramble(t + 1));
  r[26] = __double2float_rn(a), r[27] = __double2float_ru(a), r[28] = __double2float_rd(a), r[29] = max(a, b), r[30] = min(a, b);
  r[31] = __ll2float_rd((long long)scramble(t) << 31 | scramble(t + 1));
}
__global__ void integers(long long *out) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x, x = scramble(t), y = scramble(t + 1000), z = scramble(t + 2000);
  const float f = some_float(t);
  const double d = some_double(t);
  long long *r = out + t * 64;
  r[0] = __float2int_rn(f), r[1] = __float2int_rz(f), r[2] = __float2int_ru(f), r[3] = __float2int_rd(f), r[4] = __float2uint_rz(f), r[5] = __float2ll_rn(f);
  r[6] = __double2int_rn(d), r[7] = __double2uint_rz(d), r[8] = __double2ll_rd(d), r[9] = (long long)__double2ull_ru(d), r[10] = __double2hiint(d), r[11] = __double2loint(d);
  r[12] = __clz(int(x >> t % 32)), r[13] = __clzll((long long)x << 20), r[14] = __popc(x), r[15] = __ffs(int(x & ~255u)), r[16] = __brev(x), r[17] = __byte_perm(x, y, z);
  r[18] = __hadd(int(x), int(y)), r[19] = __rhadd(int(x), int(y)), r[20] = __uhadd(x, y), r[21] = __urhadd(x, y), r[22] = __mul24(int(x), int(y)), r[23] = __umul24(x, y);
  r[24] = __mulhi(int(x), int(y)), r[25] = __umulhi(x, y), r[26] = __mul64hi((long long)x << 31, (long long)y << 20), r[27] = __sad(int(x), int(y), z), r[28] = __usad(x, y, z);
  r[29] = __funnelshift_l(x, y, z & 63), r[30] = __funnelshift_lc(x, y, z & 63), r[31] = __funnelshift_r(x, y, z & 63), r[32] = __funnelshift_rc(x, y, z & 63);
  r[33] = __dp4a(int(x), int(y), int(z)), r[34] = __dp4a(x, y, z), r[35] = __dp2a_lo(int(x), int(y), int(z)), r[36] = __dp2a_hi(x, y, z);
  r[37] = __vadd2(x, y), r[38] = __vaddss4(x, y), r[39] = __vaddus2(x, y), r[40] = __vsubss2(x, y), r[41] = __vsubus4(x, y), r[42] = __vavgs4(x, y), r[43] = __vavgu2(x, y);
  r[44] = __vabsdiffs4(x, y), r[45] = __vabsdiffu2(x, y), r[46] = __vmaxs4(x, y), r[47] = __vminu2(x, y), r[48] = __vcmpgts4(x, y), r[49] = __vsetleu2(x, y), r[50] = __vabs4(x);
  r[51] = __vabsss2(x), r[52] = __vneg4(x), r[53] = __vsads4(x, y), r[54] = __vsadu2(x, y), r[55] = __vhaddu4(x, y), r[56] = __fns(x, y % 32, int(z % 9) - 4);
  r[57] = max(int(x), int(y)), r[58] = min(x, int(y)), r[59] = umax(x, y), r[60] = (long long)__brevll((unsigned long long)x << 7), r[61] = __ffsll((long long)x << 33);
  r[62] = __vsub4(x, y), r[63] = __popcll((unsigned long long)x << 3);
}
__global__ void functions(double *out) {
  const double x = 0.1 + 0.35 * threadIdx.x;
  double *r = out + threadIdx.x * 40;
  double s, c;
  float sf, cf;
  sincos(x, &s, &c), sincospif(float(x), &sf, &cf);
  r[0] = rsqrt(x), r[1] = rsqrtf(float(x)), r[2] = rcbrt(x), r[3] = sinpi(x), r[4] = cospi(x), r[5] = exp10(x), r[6] = erfinv(x / 3), r[7] = erfcinv(x / 2), r[8] = erfcx(x * 3);
  r[9] = normcdf(-x), r[10] = normcdfinv(x / 3), r[11] = cyl_bessel_i0(x), r[12] = cyl_bessel_i1(x), r[13] = s, r[14] = c, r[15] = sf, r[16] = cf, r[17] = rhypot(x, 2.0);
  r[18] = norm3d(x, 2.0, -3.0), r[19] = rnorm3df(float(x), 2.0f, 3.0f), r[20] = norm4d(x, 1, 2, 3), r[21] = fdividef(float(x), 3.0f), r[22] = j0(x), r[23] = y1(x), r[24] = jn(2, x);
  r[25] = __expf(float(x)), r[26] = __logf(float(x) + 1), r[27] = __powf(float(x), 1.5f), r[28] = __sinf(float(x)), r[29] = __frsqrt_rn(float(x)), r[30] = norm3d(1e200 * x, 1e200, 1e200);
  const double p[5] = {x, 1, 2, 3, 4};
  r[31] = norm(5, p), r[32] = rnorm(5, p), r[33] = tgamma(x), r[34] = lgamma(x), r[35] = erf(x), r[36] = cbrt(x), r[37] = log1p(x), r[38] = __log2f(float(x)), r[39] = __exp10f(float(x));
}
__global__ void edges(double *out) {
  int k = 0;
  const double inf = CUDART_INF, nan = CUDART_NAN;
  for (double x : {0.0, -0.0, 0.5, -0.5, 1.0, -1.5, 2.0, 3.25, 1e300, inf, nan}) out[k++] = sinpi(x), out[k++] = cospi(x);
  for (double x : {0.0, 1.0, -1.0, 2.0, nan}) out[k++] = erfinv(x), out[k++] = normcdfinv(x), out[k++] = rsqrt(x);
  out[k++] = fmax(nan, 1.0), out[k++] = max(1.0, nan), out[k++] = CUDART_PI, out[k++] = CUDART_INF_F, out[k++] = CUDART_NEG_ZERO, out[k++] = __saturatef(CUDART_NAN_F);
}

void run() {
  const int n = 2048;
  float *f = managed<float>(n * 32);
  double *d = managed<double>(n * 32);
  long long *l = managed<long long>(n * 64);
  LAUNCH(floats, n / 64, 64, 0, (float *out), (out), f);
  finish();
  std::printf("float intrinsics:");
  for (int c = 0; c < 32; c++) {
    Hash h;
    for (int k = 0; k < n; k++) h.add(f[k * 32 + c]);
    std::printf(" %d:%08x", c, unsigned(h.h));
  }
  LAUNCH(doubles, n / 64, 64, 0, (double *out), (out), d);
  finish();
  std::printf("\ndouble intrinsics:");
  for (int c = 0; c < 32; c++) {
    Hash h;
    for (int k = 0; k < n; k++) h.add(d[k * 32 + c]);
    std::printf(" %d:%08x", c, unsigned(h.h));
  }
  LAUNCH(integers, n / 64, 64, 0, (long long *out), (out), l);
  finish();
  std::printf("\ninteger intrinsics:");
  for (int c = 0; c < 64; c++) {
    Hash h;
    for (int k = 0; k < n; k++) h.add((unsigned long long)l[k * 64 + c]);
    std::printf(" %d:%08x", c, unsigned(h.h));
  }
  LAUNCH(functions, 1, 5, 0, (double *out), (out), d);
  finish();
  std::printf("\nfunctions:\n");
  for (int c = 0; c < 40; c++) {
    const bool narrow = c == 1 || c == 15 || c == 16 || c == 19 || c == 21 || (c >= 25 && c <= 29) || c >= 38;
    std::printf("%d:", c);
    for (int k = 0; k < 5; k++) std::printf(narrow ? " %.4g" : " %.12g", d[k * 40 + c]);
    std::printf("\n");
  }
  LAUNCH(edges, 1, 1, 0, (double *out), (out), d);
  finish();
  std::printf("edges:");
  for (int k = 0; k < 43; k++) std::printf(" %s%g", d[k] == d[k] && std::signbit(d[k]) ? "-" : "", std::fabs(d[k]));
  std::printf("\n");
}

}  // namespace mathematics
