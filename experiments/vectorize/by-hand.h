// The loops of kernels.c as scalar kernels, of floats or of halves, and as half2 written by hand.
#pragma once
#include <cuda_fp16.h>

/* ---- scalar kernels, one element a thread: T is float or __half ---------------------------------------------------------------- */

__device__ inline float root(float x) { return sqrtf(x); }
__device__ inline __half root(__half x) { return hsqrt(x); }
template <class T> __device__ T number(float x) { return T(x); }

template <class T> __device__ T inv_f(T t) {
  return t > number<T>(0.20689655f) ? t * t * t : number<T>(0.12841855f) * (t - number<T>(0.13793103f));
}
template <class T>
__global__ void lab_to_rgb_scalar(int n, const T *__restrict__ L, const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ red,
                                  T *__restrict__ green, T *__restrict__ blue) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T fy = (L[i] + number<T>(16.0f)) * number<T>(0.00862069f);
  const T fx = fy + a[i] * number<T>(0.002f);
  const T fz = fy - b[i] * number<T>(0.005f);
  const T X = number<T>(0.95047f) * inv_f(fx);
  const T Y = inv_f(fy);
  const T Z = number<T>(1.08883f) * inv_f(fz);
  red[i] = number<T>(3.2406f) * X - number<T>(1.5372f) * Y - number<T>(0.4986f) * Z;
  green[i] = number<T>(-0.9689f) * X + number<T>(1.8758f) * Y + number<T>(0.0415f) * Z;
  blue[i] = number<T>(0.0557f) * X - number<T>(0.2040f) * Y + number<T>(1.0570f) * Z;
}
template <class T> __global__ void tone_curve_scalar(int n, float strength, const T *__restrict__ x, T *__restrict__ y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T v = x[i];
  v = v < number<T>(0.0f) ? number<T>(0.0f) : v > number<T>(1.0f) ? number<T>(1.0f) : v;
  const T g = root(v);
  const T bent = g * g * (number<T>(3.0f) - number<T>(2.0f) * g);
  y[i] = g + number<T>(strength) * (bent - g);
}
template <class T> __device__ T smooth(T a, T b, T c) { return number<T>(0.25f) * a + number<T>(0.5f) * b + number<T>(0.25f) * c; }
template <class T> __global__ void filter_3x3_scalar(int width, int n, const T *__restrict__ in, T *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width + 1 || i >= n - width - 1) return;
  const T above = smooth(in[i - width - 1], in[i - width], in[i - width + 1]);
  const T here = smooth(in[i - 1], in[i], in[i + 1]);
  const T below = smooth(in[i + width - 1], in[i + width], in[i + width + 1]);
  out[i] = smooth(above, here, below);
}
template <class T>
__global__ void alpha_blend_scalar(int n, const T *__restrict__ alpha, const T *__restrict__ over, const T *__restrict__ under, T *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = under[i] + alpha[i] * (over[i] - under[i]);
}
template <class T> __global__ void saxpy_scalar(int n, float a, const T *__restrict__ x, T *__restrict__ y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = number<T>(a) * x[i] + y[i];
}
template <class T> __global__ void stencil_scalar(int n, const T *__restrict__ x, T *__restrict__ y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < n - 1) y[i] = smooth(x[i - 1], x[i], x[i + 1]);
}

/* ---- half2 by hand: N pairs a thread (1: 32-bit loads, 4: 128-bit loads); lengths are multiples of 8 ------------------------------ */

template <int N> struct alignas(4 * N) Pairs {
  __half2 p[N];
};
template <int N> __device__ Pairs<N> load(const __half *x, int k) { return reinterpret_cast<const Pairs<N> *>(x)[k]; }
template <int N> __device__ void store(__half *x, int k, const Pairs<N> &v) { reinterpret_cast<Pairs<N> *>(x)[k] = v; }
__device__ inline __half2 both(float x) { return __float2half2_rn(x); }

__device__ inline __half2 inv_f2(__half2 t) {
  const __half2 cube = __hmul2(__hmul2(t, t), t);
  const __half2 line = __hmul2(both(0.12841855f), __hsub2(t, both(0.13793103f)));
  // select by a mask of ones and zeros and a fused multiply-add
  const __half2 mask = __hgt2(t, both(0.20689655f));
  return __hfma2(mask, __hsub2(cube, line), line);
}
template <int N>
__global__ void lab_to_rgb_hand(int n, const __half *__restrict__ L, const __half *__restrict__ a, const __half *__restrict__ b,
                                __half *__restrict__ red, __half *__restrict__ green, __half *__restrict__ blue) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * N * k >= n) return;
  const Pairs<N> l = load<N>(L, k), va = load<N>(a, k), vb = load<N>(b, k);
  Pairs<N> r, g, u;
#pragma unroll
  for (int p = 0; p < N; ++p) {
    const __half2 fy = __hmul2(__hadd2(l.p[p], both(16.0f)), both(0.00862069f));
    const __half2 fx = __hfma2(va.p[p], both(0.002f), fy);
    const __half2 fz = __hfma2(vb.p[p], both(-0.005f), fy);
    const __half2 X = __hmul2(both(0.95047f), inv_f2(fx)), Y = inv_f2(fy), Z = __hmul2(both(1.08883f), inv_f2(fz));
    r.p[p] = __hfma2(both(-0.4986f), Z, __hfma2(both(-1.5372f), Y, __hmul2(both(3.2406f), X)));
    g.p[p] = __hfma2(both(0.0415f), Z, __hfma2(both(1.8758f), Y, __hmul2(both(-0.9689f), X)));
    u.p[p] = __hfma2(both(1.0570f), Z, __hfma2(both(-0.2040f), Y, __hmul2(both(0.0557f), X)));
  }
  store<N>(red, k, r);
  store<N>(green, k, g);
  store<N>(blue, k, u);
}
template <int N> __global__ void tone_curve_hand(int n, float strength, const __half *__restrict__ x, __half *__restrict__ y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * N * k >= n) return;
  Pairs<N> v = load<N>(x, k);
#pragma unroll
  for (int p = 0; p < N; ++p) {
    const __half2 g = h2sqrt(__hmin2(__hmax2(v.p[p], both(0.0f)), both(1.0f)));
    const __half2 bent = __hmul2(__hmul2(g, g), __hfma2(both(-2.0f), g, both(3.0f)));
    v.p[p] = __hfma2(both(strength), __hsub2(bent, g), g);
  }
  store<N>(y, k, v);
}
template <int N>
__global__ void alpha_blend_hand(int n, const __half *__restrict__ alpha, const __half *__restrict__ over, const __half *__restrict__ under,
                                 __half *__restrict__ out) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * N * k >= n) return;
  const Pairs<N> a = load<N>(alpha, k), o = load<N>(over, k);
  Pairs<N> u = load<N>(under, k);
#pragma unroll
  for (int p = 0; p < N; ++p) u.p[p] = __hfma2(a.p[p], __hsub2(o.p[p], u.p[p]), u.p[p]);
  store<N>(out, k, u);
}
template <int N> __global__ void saxpy_hand(int n, float a, const __half *__restrict__ x, __half *__restrict__ y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * N * k >= n) return;
  const Pairs<N> vx = load<N>(x, k);
  Pairs<N> vy = load<N>(y, k);
#pragma unroll
  for (int p = 0; p < N; ++p) vy.p[p] = __hfma2(both(a), vx.p[p], vy.p[p]);
  store<N>(y, k, vy);
}
/** 2·N numbers from x[i - 1], x[i] and x[i + 1] on, smoothed. */
template <int N> __device__ Pairs<N> smooth_pairs(const __half *x, int i) {
  const Pairs<N> here = load<N>(x, i / (2 * N));
  __half last = x[i - 1];
  Pairs<N> r;
#pragma unroll
  for (int p = 0; p < N; ++p) {
    const __half next = p + 1 < N ? __low2half(here.p[p + 1 < N ? p + 1 : p]) : x[i + 2 * N];
    const __half2 left = __halves2half2(last, __low2half(here.p[p])), right = __halves2half2(__high2half(here.p[p]), next);
    r.p[p] = __hfma2(right, both(0.25f), __hfma2(here.p[p], both(0.5f), __hmul2(left, both(0.25f))));
    last = __high2half(here.p[p]);
  }
  return r;
}
/** Without the vectors at both ends. */
template <int N> __global__ void stencil_hand(int n, const __half *__restrict__ x, __half *__restrict__ y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * N * k;
  if (i < 1 || i + 2 * N >= n) return;
  store<N>(y, k, smooth_pairs<N>(x, i));
}
template <int N> __global__ void filter_3x3_hand(int width, int n, const __half *__restrict__ in, __half *__restrict__ out) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * N * k;
  if (i < width + 1 || i + 2 * N >= n - width) return;
  const Pairs<N> above = smooth_pairs<N>(in - width, i), here = smooth_pairs<N>(in, i), below = smooth_pairs<N>(in + width, i);
  Pairs<N> r;
#pragma unroll
  for (int p = 0; p < N; ++p)
    r.p[p] = __hfma2(below.p[p], both(0.25f), __hfma2(here.p[p], both(0.5f), __hmul2(above.p[p], both(0.25f))));
  store<N>(out, k, r);
}
