// What vectors of halves are worth on a GPU: each loop of kernels.c as a scalar kernel of floats, as one of halves, as two of half2 that
// were written by hand (a pair a thread; four pairs by 128-bit loads), and as mantissa vectorize writes it (generated/), in time, in
// bandwidth beside the device's own copy, and in what it computes. See run.sh.
#include "generated/alpha_blend_fp16.cu"
#include "generated/alpha_blend_fp32.cu"
#include "generated/filter_3x3_fp16.cu"
#include "generated/filter_3x3_fp32.cu"
#include "generated/lab_to_rgb_fp16.cu"
#include "generated/lab_to_rgb_fp32.cu"
#include "generated/saxpy_fp16.cu"
#include "generated/saxpy_fp32.cu"
#include "generated/stencil_fp16.cu"
#include "generated/stencil_fp32.cu"
#include "generated/tone_curve_fp16.cu"
#include "generated/tone_curve_fp32.cu"
#include "measuring.h"
#include <string>

constexpr int WIDTH = 8192;  // of the image
constexpr int ARRAYS = 6;

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

/* ---- measuring ---------------------------------------------------------------------------------------------------------------- */

struct Kernel {
  std::string name;
  /** Arrays that are read (first) and written (behind them), and how many of them are moved. */
  int reads, writes;
  std::vector<std::pair<float, float>> ranges;
  /** Floats, halves, by hand with a pair and with four pairs a thread, vectors of 8 halves, vectors of 4 floats. */
  std::function<void(int, float **)> floats, floatVectors;
  std::function<void(int, __half **)> halves, pairs, fourPairs, vectors;
  bool inPlace;
};

int main(int argc, char **argv) {
  const int n = WIDTH * (argc > 1 ? std::atoi(argv[1]) : 8192);
  const float strength = 0.3f, factor = 0.7f;
  const std::vector<Kernel> kernels = {
      {"lab_to_rgb", 3, 3, {{0, 100}, {-60, 60}, {-60, 60}},
       [](int m, float **p) { lab_to_rgb_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, float **p) { CHECK(lab_to_rgb_float4(m, p[0], p[1], p[2], p[3], p[4], p[5])); },
       [](int m, __half **p) { lab_to_rgb_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, __half **p) { lab_to_rgb_hand<1><<<blocks(m / 2), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, __half **p) { lab_to_rgb_hand<4><<<blocks(m / 8), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, __half **p) { CHECK(lab_to_rgb_half8(m, p[0], p[1], p[2], p[3], p[4], p[5])); }, false},
      {"tone_curve", 1, 1, {{-0.1f, 1.1f}},
       [=](int m, float **p) { tone_curve_scalar<<<blocks(m), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, float **p) { CHECK(tone_curve_float4(m, strength, p[0], p[1])); },
       [=](int m, __half **p) { tone_curve_scalar<<<blocks(m), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, __half **p) { tone_curve_hand<1><<<blocks(m / 2), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, __half **p) { tone_curve_hand<4><<<blocks(m / 8), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, __half **p) { CHECK(tone_curve_half8(m, strength, p[0], p[1])); }, false},
      {"filter_3x3", 1, 1, {{0, 1}},
       [](int m, float **p) { filter_3x3_scalar<<<blocks(m), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, float **p) { CHECK(filter_3x3_float4(WIDTH, m, p[0], p[1])); },
       [](int m, __half **p) { filter_3x3_scalar<<<blocks(m), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, __half **p) { filter_3x3_hand<1><<<blocks(m / 2), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, __half **p) { filter_3x3_hand<4><<<blocks(m / 8), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, __half **p) { CHECK(filter_3x3_half8(WIDTH, m, p[0], p[1])); }, false},
      {"alpha_blend", 3, 1, {{0, 1}, {0, 1}, {0, 1}},
       [](int m, float **p) { alpha_blend_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, float **p) { CHECK(alpha_blend_float4(m, p[0], p[1], p[2], p[3])); },
       [](int m, __half **p) { alpha_blend_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, __half **p) { alpha_blend_hand<1><<<blocks(m / 2), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, __half **p) { alpha_blend_hand<4><<<blocks(m / 8), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, __half **p) { CHECK(alpha_blend_half8(m, p[0], p[1], p[2], p[3])); }, false},
      {"saxpy", 2, 1, {{0, 1}, {0, 1}},
       [=](int m, float **p) { saxpy_scalar<<<blocks(m), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, float **p) { CHECK(saxpy_float4(m, factor, p[0], p[1])); },
       [=](int m, __half **p) { saxpy_scalar<<<blocks(m), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, __half **p) { saxpy_hand<1><<<blocks(m / 2), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, __half **p) { saxpy_hand<4><<<blocks(m / 8), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, __half **p) { CHECK(saxpy_half8(m, factor, p[0], p[1])); }, true},
      {"stencil", 1, 1, {{0, 1}},
       [](int m, float **p) { stencil_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1]); },
       [](int m, float **p) { CHECK(stencil_float4(m, p[0], p[1])); },
       [](int m, __half **p) { stencil_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1]); },
       [](int m, __half **p) { stencil_hand<1><<<blocks(m / 2), BLOCK>>>(m, p[0], p[1]); },
       [](int m, __half **p) { stencil_hand<4><<<blocks(m / 8), BLOCK>>>(m, p[0], p[1]); },
       [](int m, __half **p) { CHECK(stencil_half8(m, p[0], p[1])); }, false},
  };

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  float *floats[ARRAYS];
  __half *halves[ARRAYS];
  for (int k = 0; k < ARRAYS; ++k) {
    CHECK(cudaMalloc(&floats[k], 4ll * n));
    CHECK(cudaMalloc(&halves[k], 2ll * n));
  }
  const double copy = copyRate(floats[1], floats[0], n);
  std::printf("%s, %d numbers an array, median of 31 launches (least - most); copy by cudaMemcpy: %.0f GB/s\n", device.name, n, copy);
  std::printf("%-12s %-22s %9s %21s %8s %9s %9s\n", "loop", "how", "ms", "least - most", "GB/s", "of copy", "speedup");

  for (const Kernel &kernel : kernels) {
    const int arrays = kernel.reads + kernel.writes - (kernel.inPlace ? 1 : 0);
    const int moved = kernel.reads + kernel.writes;
    const auto prepare = [&](int m) {
      for (int k = 0; k < arrays; ++k) {
        const auto range = k < static_cast<int>(kernel.ranges.size()) ? kernel.ranges[k] : std::pair<float, float>(0, 0);
        fill<<<blocks(m), BLOCK>>>(m, k + 1, range.first, range.second, floats[k]);
        to_half<<<blocks(m), BLOCK>>>(m, floats[k], halves[k]);
      }
    };
    prepare(n);
    double base = 0;
    const auto report = [&](const char *how, int bytes, const Figures &t) {
      if (base == 0) base = t.medianMs;
      const double rate = static_cast<double>(moved) * bytes * n / t.medianMs / 1e6;
      char spread[40];
      std::snprintf(spread, sizeof spread, "%.4f - %.4f", t.leastMs, t.mostMs);
      std::printf("%-12s %-22s %9.4f %21s %8.0f %8.1f%% %9.2f\n", kernel.name.c_str(), how, t.medianMs, spread, rate, 100 * rate / copy,
                  base / t.medianMs);
    };
    report("float, scalar", 4, timed([&] { kernel.floats(n, floats); }));
    report("float, vectorize x4", 4, timed([&] { kernel.floatVectors(n, floats); }));
    report("half, scalar", 2, timed([&] { kernel.halves(n, halves); }));
    report("half2 by hand", 2, timed([&] { kernel.pairs(n, halves); }));
    report("half2 by hand, 128-bit", 2, timed([&] { kernel.fourPairs(n, halves); }));
    report("half, vectorize x8", 2, timed([&] { kernel.vectors(n, halves); }));

    // what they compute, with a tail of 5: vectors beside the scalar kernels on the same numbers
    const int m = (1 << 20) + 5;
    std::vector<float> exact(m), same(m);
    std::vector<__half> scalar(m), vector(m);
    double offFloat = 0, offHalf = 0, offScalar = 0;
    long differing = 0;
    prepare(m);
    const auto read = [&](auto **arrays_, int k, auto &to) {
      CHECK(cudaMemcpy(to.data(), arrays_[k], sizeof(to[0]) * m, cudaMemcpyDeviceToHost));
    };
    for (int k = arrays - kernel.writes; k < arrays; ++k) {
      prepare(m);
      kernel.floats(m, floats);
      read(floats, k, exact);
      kernel.halves(m, halves);
      read(halves, k, scalar);
      prepare(m);
      kernel.floatVectors(m, floats);
      read(floats, k, same);
      kernel.vectors(m, halves);
      read(halves, k, vector);
      for (int i = 0; i < m; ++i) {
        offFloat = std::max(offFloat, std::abs(static_cast<double>(same[i]) - exact[i]));
        offHalf = std::max(offHalf, std::abs(static_cast<double>(__half2float(vector[i])) - exact[i]));
        offScalar = std::max(offScalar, std::abs(static_cast<double>(__half2float(scalar[i])) - exact[i]));
        differing += __half2float(vector[i]) != __half2float(scalar[i]);
      }
    }
    std::printf("%-12s largest error against scalar float: float x4 %.3g, half x8 %.3g, scalar half %.3g; %ld of %ld halves differ from scalar half\n",
                kernel.name.c_str(), offFloat, offHalf, offScalar, differing, static_cast<long>(m) * kernel.writes);
  }
  return 0;
}
