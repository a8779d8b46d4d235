// Kernels that use the mathematics, the intrinsics, atomics, votes and shuffles the way scientific codes do.
#include <cstdio>
#include <cmath>
#include <cassert>
#include <cfloat>
#include <math_constants.h>

template <class T> __device__ __forceinline__ T warpSum(T value) { for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset); return value; }
__device__ __noinline__ double horner(const double *c, int n, double x) { double y = 0; for (int i = n - 1; i >= 0; --i) y = fma(y, x, c[i]); return y; }

__global__ void elementary(double *d, float *f, int *n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; double x = d[i], s, c; float y = f[i], sf, cf; int e;
  d[i] = sin(x) + cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + atan2(x, 2.0) + sinh(x) + cosh(x) + tanh(x) + asinh(x) + acosh(x) + atanh(x);
  d[i] += exp(x) + exp2(x) + exp10(x) + expm1(x) + log(x) + log2(x) + log10(x) + log1p(x) + logb(x) + pow(x, 3.0) + pow(x, 2) + sqrt(x) + rsqrt(x) + cbrt(x) + rcbrt(x) + hypot(x, x) + rhypot(x, x);
  d[i] += erf(x) + erfc(x) + erfinv(x) + erfcinv(x) + erfcx(x) + normcdf(x) + normcdfinv(x) + lgamma(x) + tgamma(x) + j0(x) + j1(x) + jn(2, x) + y0(x) + y1(x) + yn(2, x) + cyl_bessel_i0(x) + cyl_bessel_i1(x);
  d[i] += floor(x) + ceil(x) + trunc(x) + round(x) + rint(x) + nearbyint(x) + fabs(x) + fmod(x, 2.0) + remainder(x, 2.0) + fdim(x, 1.0) + fmin(x, 1.0) + fmax(x, 1.0) + copysign(x, -1.0) + nextafter(x, 2.0) + ldexp(x, 2) + scalbn(x, 2) + frexp(x, &e) + fma(x, x, x);
  d[i] += norm3d(x, x, x) + rnorm3d(x, x, x) + norm4d(x, x, x, x) + norm(3, d) + sinpi(x) + cospi(x) + lround(x) + llround(x) + lrint(x) + ilogb(x);
  sincos(x, &s, &c); sincospi(x, &s, &c); sincosf(y, &sf, &cf); sincospif(y, &sf, &cf); sincos(y, &sf, &cf); d[i] += s + c + modf(x, &s) + horner(d, 3, x) + e;
  f[i] = sinf(y) + cosf(y) + tanf(y) + expf(y) + exp2f(y) + exp10f(y) + logf(y) + log2f(y) + log10f(y) + powf(y, 2.0f) + sqrtf(y) + rsqrtf(y) + cbrtf(y) + rcbrtf(y) + hypotf(y, y) + fabsf(y) + floorf(y) + ceilf(y) + fminf(y, 1.f) + fmaxf(y, 1.f) + fmodf(y, 2.f) + fmaf(y, y, y) + erff(y) + erfcf(y) + normcdff(y) + tgammaf(y) + atan2f(y, y) + copysignf(y, 1.f) + truncf(y) + roundf(y) + fdividef(y, 2.f) + sf + cf + norm3df(y, y, y);
  f[i] += __sinf(y) + __cosf(y) + __tanf(y) + __expf(y) + __exp10f(y) + __logf(y) + __log2f(y) + __log10f(y) + __powf(y, 2.f) + __fdividef(y, 3.f) + __saturatef(y) + __frsqrt_rn(y) + __fsqrt_rn(y) + __frcp_rz(y) + __fadd_rn(y, y) + __fsub_rd(y, y) + __fmul_ru(y, y) + __fdiv_rn(y, y) + __fmaf_rn(y, y, y); __sincosf(y, &sf, &cf);
  d[i] += __dadd_rn(x, x) + __dsub_rn(x, x) + __dmul_rn(x, x) + __ddiv_rn(x, x) + __fma_rn(x, x, x) + __drcp_rn(x) + __dsqrt_rn(x) + __ll2double_rn(3) + __int2double_rn(i) + __hiloint2double(__double2hiint(x), __double2loint(x)) + __longlong_as_double(__double_as_longlong(x));
  f[i] += __double2float_rn(x) + __int2float_rn(i) + __uint2float_rz(3u) + __int_as_float(__float_as_int(y)) + __uint_as_float(__float_as_uint(y)) + __ll2float_rn(4ll);
  n[i] = __double2int_rz(x) + __float2int_rn(y) + __float2uint_rd(y) + (int)__double2ll_rn(x) + isnan(x) + isinf(y) + isfinite(x) + signbit(y) + abs(i) + abs(-3) + (x < CUDART_INF) + (y > CUDART_NAN_F) + min(i, 3) + max(3u, 4u);
  d[i] = isnan(x) ? CUDART_PI : x < DBL_MIN ? CUDART_SQRT_TWO : max(x, 0.0) + min(y, 1.0f) + max(y, x) + M_PI;
  f[i] *= CUDART_PI_F; assert(i >= 0); 
}
__global__ void integers(int *n, unsigned *u, unsigned long long *w) {
  int i = threadIdx.x;
  n[i] = __popc(u[i]) + __popcll(w[i]) + __clz(n[i]) + __clzll(3) + __ffs(n[i]) + __ffsll(4) + __mul24(3, 4) + __mulhi(5, 6) + __dp4a(1, 2, 3) + __hadd(3, 4) + __rhadd(1, 2);
  u[i] = __brev(u[i]) + __umul24(3, 4) + __umulhi(5, 6) + __byte_perm(1, 2, 0x3210) + __sad(1, 2, 3) + __usad(1, 2, 3) + __funnelshift_l(1, 2, 3) + __vadd2(1, 2) + __vabsdiffu4(1, 2) + __vcmpeq4(1, 2);
  w[i] = __brevll(w[i]) + __umul64hi(w[i], 3);
}
__global__ void atomics(int *i, unsigned *u, unsigned long long *w, long long *l, float *f, double *d) {
  atomicAdd(i, 1); atomicAdd(u, 1u); atomicAdd(w, 1ull); atomicAdd(f, 1.0f); atomicAdd(d, 1.0); atomicAdd(&d[1], f[0]); atomicSub(i, 1); atomicSub(u, 2); atomicExch(i, 1); atomicExch(f, 1.f); atomicExch(w, 3); atomicMin(i, 1); atomicMin(w, 1); atomicMax(u, 1); atomicMax(l, 1); atomicInc(u, 10); atomicDec(u, 10); atomicCAS(i, 0, 1); atomicCAS(w, 0, 1); atomicAnd(i, 1); atomicOr(u, 1); atomicXor(w, 1); atomicAdd_block(f, 1.f); atomicAdd_system(d, 1.0);
  unsigned long long *address = (unsigned long long *)d, old = *address, assumed;
  do { assumed = old; old = atomicCAS(address, assumed, __double_as_longlong(fmax(3.0, __longlong_as_double(assumed)))); } while (assumed != old);
  __threadfence(); __threadfence_block(); __threadfence_system();
}
__global__ void warps(float *f, double *d, int *n, const float4 *v, const double2 *p) {
  __shared__ double partial[32]; int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize; unsigned mask = __activemask();
  double total = warpSum(d[threadIdx.x]); if (lane == 0) partial[warp] = total; __syncthreads(); total = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0; if (warp == 0) total = warpSum(total);
  f[0] = __shfl_sync(mask, f[1], 0) + __shfl_up_sync(mask, f[1], 1u) + __shfl_xor_sync(mask, f[1], 16, 32) + warpSum(f[2]); n[0] = __ballot_sync(mask, lane & 1) + __any_sync(mask, lane) + __all_sync(mask, lane) + __match_any_sync(mask, lane) + __reduce_add_sync(mask, lane) + __syncthreads_count(lane) + __syncthreads_or(lane) + __syncthreads_and(lane) + __shfl_down_sync(mask, n[1], 2);
  float4 a = __ldg(v), b = __ldg(&v[1]); double2 q = __ldg(p); f[2] = a.x + b.w + __ldg(f + 3) + __ldcg(f) + __ldcs(f); d[1] = q.x + __ldg(d); __stcs(f, 1.0f); __stcg(d, 1.0); long long t0 = clock64(); clock_t t1 = clock(); __nanosleep(100); __syncwarp(); n[3] = (int)(clock64() - t0) + (int)t1;
  if (d[0] != d[0]) { printf("bad value %g in thread %d of block %u\n", d[0], threadIdx.x, blockIdx.x); __trap(); }
  double *scratch = (double *)malloc(8 * sizeof(double)); memset(scratch, 0, 64); memcpy(scratch, d, 64); free(scratch); int *list = new int[4]; delete[] list;
}
int main() { elementary<<<1, 1>>>(0, 0, 0); integers<<<1, 1>>>(0, 0, 0); atomics<<<1, 1>>>(0, 0, 0, 0, 0, 0); warps<<<1, 64>>>(0, 0, 0, 0, 0); double host = rsqrt(2.0) + max(1.0, 2.0) + exp10(2.0); printf("%g\n", host); return cudaDeviceSynchronize(); }
