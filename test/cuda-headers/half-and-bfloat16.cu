// Narrow formats: scalars, pairs, conversions, intrinsics, on both sides.
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <mma.h>

__constant__ __half coefficients[8];
template <class T> struct Accumulator { T sum; __device__ Accumulator() : sum(0.0f) {} __device__ void add(T x) { sum += x; } };

__global__ void axpy(int n, __half a, const __half *x, __half *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = __hfma(a, x[i], y[i]); }
__global__ void axpyPairs(int n, half2 a, const half2 *__restrict__ x, half2 *__restrict__ y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n / 2) y[i] = __hfma2(a, __ldg(&x[i]), y[i]); }
__global__ void scalars(half *h, float *f, int *n) {
  __shared__ half tile[64]; half a = h[0], b = 1.5f, c = __float2half(2.0f), d = half(3), e = 2.5; tile[threadIdx.x] = a;
  a = a + b; a = a - c; a = a * d; a = a / e; a += b; a -= b; a *= b; a /= b; a = -a; ++a; if (a < b || a >= c || a == d || a != e || !(a > b)) a = __hmul(a, __hadd(b, __hsub(c, d)));
  h[1] = hsqrt(a) + hrsqrt(a) + hexp(a) + hlog(a) + hsin(a) + hcos(a) + hrcp(a) + hexp2(a) + hlog2(a) + hlog10(a) + hexp10(a) + hfloor(a) + hceil(a) + htrunc(a) + hrint(a) + htanh(a) + __habs(a) + __hneg(a) + __hdiv(a, b) + __hmax(a, b) + __hmin(a, b);
  f[0] = __half2float(a); f[1] = a; f[2] = float(b) * 2.0f + __half2float(tile[0]) + __half2float(coefficients[1]); n[0] = __half2int_rn(a) + __half2int_rz(a) + __half2short_rz(a) + int(a) + (__hgt(a, b) ? 1 : 0) + __hisnan(a) + __hisinf(b) + __half_as_ushort(a); h[2] = __int2half_rn(3); h[3] = __double2half(2.0); h[4] = __ushort_as_half(0x3c00); h[5] = __float2half_rz(1.f); h[6] = (half)f[3]; h[7] = static_cast<half>(n[1]); h[8] = 0; h[9] = 1.0; h[10] = f[4];
  Accumulator<half> sum; sum.add(a); h[3] = sum.sum; atomicAdd(h, a); a = __shfl_xor_sync(0xffffffff, a, 1); __half_raw raw = a; n[1] = raw.x; h[4] = CUDART_ONE_FP16;
}
__global__ void pairs(half2 *p, float2 *f, half *h) {
  half2 a = p[0], b = __floats2half2_rn(1.f, 2.f), c = __halves2half2(h[0], h[1]), d = __half2half2(h[2]), e = make_half2(h[0], h[1]), g = {h[0], h[1]}, z = __float2half2_rn(0.f);
  a = a + b; a = a * c; a = a - d; a = a / e; a += g; a = __hadd2(a, __hmul2(b, __hsub2(c, z))); a = __hfma2(a, b, c); f[0] = __half22float2(a); p[1] = __float22half2_rn(f[1]); f[2].x = __low2float(a) + __high2float(b); h[0] = __low2half(a); h[1] = __high2half(b); h[2] = a.x + a.y; p[2] = h2sqrt(a) + h2exp(b) + h2rsqrt(c) + h2log(d); p[3] = __lowhigh2highlow(a); p[4] = __lows2half2(a, b); p[5] = __hmax2(a, b); if (__hbgt2(a, b)) p[6] = __heq2(a, b); atomicAdd(p, a); p[7] = __shfl_down_sync(0xffffffff, a, 1); p[8] = __hneg2(a); p[9] = __h2div(a, b);
}
__global__ void brain(__nv_bfloat16 *b, __nv_bfloat162 *p, float *f) {
  nv_bfloat16 x = b[0], y = __float2bfloat16(1.f), z = 2.0f; x = x * y + z; x -= y; if (x > y) x = __hfma(x, y, z); f[0] = __bfloat162float(x) + float(y); b[1] = hexp(x) + hsqrt(y) + __hmax(x, z); p[0] = __halves2bfloat162(x, y) * p[1]; p[2] = __hfma2(p[0], p[1], p[2]); p[3] = __floats2bfloat162_rn(1.f, 2.f); float2 w = __bfloat1622float2(p[0]); f[1] = w.x + __low2float(p[1]); atomicAdd(b, x); atomicAdd(p, p[1]); b[2] = __ushort_as_bfloat16(0x3f80); b[3] = __shfl_sync(0xffffffff, x, 0); b[4] = __double2bfloat16(1.0); b[5] = __nv_bfloat16(__float2half(1.f)); f[2] = __bfloat162int_rn(x);
}
__global__ void quarter(__nv_fp8_e4m3 *q, __nv_fp8_e5m2 *r, float *f) { q[0] = __nv_fp8_e4m3(f[0]); f[1] = float(q[0]) + float(r[0]); r[1] = __nv_fp8_e5m2(f[2]); f[3] = __half2float(__half(q[1])); }
__global__ void tensor(const half *a, const half *b, float *c) {
  using namespace nvcuda; wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb; wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f); wmma::load_matrix_sync(fa, a, 16); wmma::load_matrix_sync(fb, b, 16); wmma::mma_sync(fc, fa, fb, fc); for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 0.5f; wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
int main() {
  std::vector<__half> host(16); for (int i = 0; i < 16; ++i) host[i] = __float2half(0.5f * i); __half *x, *y; cudaMalloc(&x, 32); cudaMalloc((void **)&y, 16 * sizeof(half)); cudaMemcpy(x, host.data(), 16 * sizeof(__half), cudaMemcpyHostToDevice);
  axpy<<<1, 16>>>(16, __float2half(2.f), x, y); axpyPairs<<<1, 8>>>(16, __float2half2_rn(2.f), (half2 *)x, (half2 *)y); scalars<<<1, 64>>>(x, 0, 0); pairs<<<1, 1>>>(0, 0, x); brain<<<1, 1>>>(0, 0, 0); quarter<<<1, 1>>>(0, 0, 0); tensor<<<1, 32>>>(x, y, 0); printf("%f %f\n", __half2float(host[1]), __bfloat162float(__float2bfloat16(3.f))); cudaMemcpyToSymbol(coefficients, host.data(), 16); return 0;
}
