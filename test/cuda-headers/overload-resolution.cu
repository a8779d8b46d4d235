// What each call means, in kernels and on the host: nvcc and our headers must both accept every line.
#include <cmath>
#include <cstdlib>
#include <type_traits>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

#define GIVES(T, expression) static_assert(std::is_same<decltype(expression), T>::value, #expression)

template <int side> __host__ __device__ void check() {
  float f = 1; double d = 2; int i = 3; unsigned u = 4; long l = 5; long long ll = 6; unsigned long long ull = 7; short s = 8;
  GIVES(float, sqrt(f)); GIVES(double, sqrt(d)); GIVES(double, sqrt(i)); GIVES(float, sqrtf(f)); GIVES(float, sqrtf(d));
  GIVES(float, exp(f)); GIVES(double, exp(d)); GIVES(double, exp(1)); GIVES(float, expf(d)); GIVES(float, exp2(f)); GIVES(float, expm1(f));
  GIVES(float, log(f)); GIVES(double, log(i)); GIVES(float, log10(f)); GIVES(float, log1p(f)); GIVES(float, log2(f));
  GIVES(float, sin(f)); GIVES(double, sin(d)); GIVES(float, tanh(f)); GIVES(float, atan2(f, f)); GIVES(double, atan2(f, d));
  GIVES(float, pow(f, f)); GIVES(double, pow(d, i)); GIVES(double, pow(f, i)); GIVES(double, pow(f, d)); GIVES(double, pow(i, i)); GIVES(double, pow(d, 2.0f)); GIVES(float, powf(d, d));
  GIVES(float, abs(f)); GIVES(double, abs(d)); GIVES(int, abs(i)); GIVES(long, abs(l)); GIVES(long long, abs(ll)); GIVES(int, abs(s));
  GIVES(float, fabs(f)); GIVES(double, fabs(d)); GIVES(double, fabs(i)); GIVES(float, fabsf(d));
  GIVES(float, fmax(f, f)); GIVES(double, fmax(d, f)); GIVES(double, fmax(d, i)); GIVES(float, fmin(f, f)); GIVES(double, fmin(f, d)); GIVES(double, fmin(f, i));
  GIVES(float, fma(f, f, f)); GIVES(double, fma(f, d, f)); GIVES(float, fmaf(d, d, d)); GIVES(float, fmod(f, f)); GIVES(double, fmod(d, f));
  GIVES(float, floor(f)); GIVES(double, ceil(d)); GIVES(float, round(f)); GIVES(float, rint(f)); GIVES(float, trunc(f)); GIVES(long, lround(f)); GIVES(long long, llrint(d));
  GIVES(float, hypot(f, f)); GIVES(double, hypot(d, f)); GIVES(float, cbrt(f)); GIVES(float, erf(f)); GIVES(float, erfc(f)); GIVES(float, tgamma(f)); GIVES(float, lgamma(f));
  GIVES(float, ldexp(f, i)); GIVES(double, ldexp(d, i)); GIVES(float, copysign(f, f)); GIVES(float, nextafter(f, f)); GIVES(int, ilogb(f)); GIVES(float, logb(f));
  GIVES(bool, isnan(f)); GIVES(bool, isnan(d)); GIVES(bool, isinf(d)); GIVES(bool, isfinite(f)); GIVES(bool, signbit(d));
  GIVES(float, std::sqrt(f)); GIVES(double, std::sqrt(i)); GIVES(double, std::pow(d, i)); GIVES(float, std::abs(f)); GIVES(double, std::fabs(d)); GIVES(float, std::max(f, f) + 0); GIVES(float, std::exp(f));
  GIVES(double, std::pow(f, i)); GIVES(float, std::fmax(f, f)); GIVES(bool, std::isnan(f)); GIVES(int, std::abs(i)); GIVES(float, std::pow(f, f)); GIVES(double, std::pow(i, d));

  // of CUDA alone
  GIVES(float, rsqrt(f)); GIVES(double, rsqrt(d)); GIVES(float, rsqrtf(d)); GIVES(float, rcbrt(f)); GIVES(double, rcbrt(d));
  GIVES(float, sinpi(f)); GIVES(double, cospi(d)); GIVES(float, erfinv(f)); GIVES(float, erfcinv(f)); GIVES(float, erfcx(f)); GIVES(double, normcdf(d)); GIVES(float, normcdf(f)); GIVES(float, normcdfinv(f));
  GIVES(float, exp10(f)); GIVES(double, exp10(d)); GIVES(float, fdividef(f, f)); GIVES(float, j0(f)); GIVES(double, y1(d)); GIVES(float, cyl_bessel_i0(f));
  GIVES(double, norm3d(f, f, f)); GIVES(double, norm3d(d, d, d)); GIVES(double, rnorm3d(d, d, d)); GIVES(double, norm4d(f, f, f, f)); GIVES(double, rhypot(f, f)); GIVES(double, rhypot(d, d));
  GIVES(int, max(i, i)); GIVES(unsigned, max(i, u)); GIVES(unsigned, min(u, i)); GIVES(unsigned, min(u, u)); GIVES(long, max(l, l)); GIVES(long long, min(ll, ll)); GIVES(unsigned long long, max(ll, ull));
  GIVES(float, max(f, f)); GIVES(double, max(d, d)); GIVES(double, max(f, d)); GIVES(double, min(d, f)); GIVES(unsigned, umin(u, u)); GIVES(long long, llmax(ll, ll));
  (void)f, (void)d, (void)i, (void)u, (void)l, (void)ll, (void)ull, (void)s;
}

__global__ void narrow(__half *h, __nv_bfloat16 *b, float *f) {
  GIVES(__half, h[0] + h[1]); GIVES(__half, h[0] * h[1]); GIVES(__half, -h[0]); GIVES(bool, h[0] < h[1]); GIVES(float, __half2float(h[0])); GIVES(__half, __float2half(f[0])); GIVES(__half, hsqrt(h[0])); GIVES(__half, __hfma(h[0], h[1], h[2]));
  GIVES(__nv_bfloat16, b[0] - b[1]); GIVES(float, __bfloat162float(b[0])); GIVES(__nv_bfloat16, hexp(b[0])); GIVES(bool, b[0] == b[1]); GIVES(__half, __hadd(h[0], h[1])); GIVES(int, __hadd(1, 2)); GIVES(__nv_bfloat16, __hadd(b[0], b[1]));
  GIVES(__half, __ldg(h)); GIVES(__half, atomicAdd(h, h[0])); GIVES(__half, __shfl_xor_sync(0xffffffff, h[0], 1));
}

__global__ void device(float *f, double *d, int *i, unsigned *u, unsigned long long *ull, long long *ll) {
  check<0>();
  GIVES(int, atomicAdd(i, 1)); GIVES(unsigned, atomicAdd(u, 1)); GIVES(float, atomicAdd(f, 1)); GIVES(float, atomicAdd(f, 1.0)); GIVES(double, atomicAdd(d, 1.0f)); GIVES(unsigned long long, atomicAdd(ull, 1)); GIVES(long long, atomicMax(ll, 1)); GIVES(float, atomicExch(f, 1)); GIVES(unsigned long long, atomicCAS(ull, 1, 2));
  GIVES(float, __shfl_down_sync(0xffffffffu, f[0], 1)); GIVES(double, __shfl_sync(0xffffffffu, d[0], 0, 16)); GIVES(int, __shfl_up_sync(0xffffffffu, 1, 1));
  GIVES(float, __ldg(f)); GIVES(double, __ldg(d)); GIVES(float, __expf(d[0])); GIVES(double, __dadd_rn(f[0], f[0])); GIVES(float, __fdividef(1, 2)); GIVES(float, __saturatef(f[0])); GIVES(int, __double2int_rz(d[0])); GIVES(float, __double2float_rn(d[0])); GIVES(long long, __double_as_longlong(d[0])); GIVES(int, __popc(u[0])); GIVES(unsigned, __ballot_sync(0xffffffffu, 1)); GIVES(long long, clock64());
  GIVES(const unsigned &, (threadIdx.x)); GIVES(unsigned, blockIdx.x * blockDim.x);
}

int main() { check<1>(); return 0; }
