/*
 * Small vectors of halves, bfloats and floats for sources that `mantissa vectorize` has written: a vector of 8 halves is four pairs,
 * moved by one 128-bit load or store and computed by the GPU's instructions for pairs. Products and sums are rounded as they are
 * written, a fused multiply-add is formed where the text says `fma` and nowhere else. Without CUDA the same source runs on a CPU:
 * every operation is computed in float (fma in double) and rounded once, which gives the same bits.
 */
#ifndef MANTISSA_VECTOR_H
#define MANTISSA_VECTOR_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define MANTISSA_DEVICE __device__ __forceinline__
#define MANTISSA_ANYWHERE __host__ __device__
#define MANTISSA_UNROLL _Pragma("unroll")
#else
#include <vector>
#define MANTISSA_DEVICE inline
#define MANTISSA_ANYWHERE
#define MANTISSA_UNROLL
#endif

namespace mantissa {

/* ---- one number: a half, a bfloat or a float --------------------------------------------------------------------------------- */

#ifdef __CUDACC__

using half = __half;
using bfloat = __nv_bfloat16;

MANTISSA_DEVICE float widen(half x) { return __half2float(x); }
MANTISSA_DEVICE float widen(bfloat x) { return __bfloat162float(x); }
MANTISSA_DEVICE void narrow(float x, half &to) { to = __float2half_rn(x); }
MANTISSA_DEVICE void narrow(float x, bfloat &to) { to = __float2bfloat16_rn(x); }

#else

struct half {
  std::uint16_t bits;
};
struct bfloat {
  std::uint16_t bits;
};

inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline float float_of(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

inline float widen(half x) {
  const std::uint32_t sign = (x.bits & 0x8000u) << 16, magnitude = x.bits & 0x7fffu;
  if (magnitude >= 0x7c00u) return float_of(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  /* 2^-24 is the smallest subnormal half: the product is exact */
  if (magnitude < 0x400u) return float_of(sign | bits_of(static_cast<float>(magnitude) * 5.9604644775390625e-8f));
  return float_of(sign | ((magnitude << 13) + (112u << 23)));
}
inline float widen(bfloat x) { return float_of(static_cast<std::uint32_t>(x.bits) << 16); }

/** To nearest, ties to even; subnormal halves are kept. */
inline void narrow(float x, half &to) {
  const std::uint32_t bits = bits_of(x), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  std::uint32_t rounded;
  if (magnitude > 0x7f800000u) rounded = 0x7fffu;
  else if (magnitude >= 0x477ff000u) rounded = 0x7c00u; /* from 65520 on */
  else if (magnitude >= 0x38800000u) rounded = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
  else /* adding 1/2 leaves the units of 2^-24 in the last bits, rounded by the addition itself */
    rounded = bits_of(float_of(magnitude) + 0.5f) - 0x3f000000u;
  to.bits = static_cast<std::uint16_t>(sign | rounded);
}
inline void narrow(float x, bfloat &to) {
  const std::uint32_t bits = bits_of(x);
  to.bits = static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

#endif

MANTISSA_DEVICE float widen(float x) { return x; }
MANTISSA_DEVICE void narrow(float x, float &to) { to = x; }

/** a·b + c as a double whose last bit says that something was lost: rounding it once more is as good as rounding the exact value. */
MANTISSA_DEVICE double product_and_sum(float a, float b, float c) {
  const double product = static_cast<double>(a) * b, sum = product + c;
  const double part = sum - product, lost = (product - (sum - part)) + (c - part);
  std::uint64_t bits;
  std::memcpy(&bits, &sum, sizeof bits);
  if (lost == 0 || !std::isfinite(sum) || (bits & 1u)) return sum;
  bits += (lost > 0) == (sum > 0) ? 1u : ~std::uint64_t{0};
  double odd;
  std::memcpy(&odd, &bits, sizeof odd);
  return odd;
}
/** The same as a float: a float's last bit is far below what a half or a bfloat keeps. */
MANTISSA_DEVICE float odd_float(double x) {
  float nearest = static_cast<float>(x);
  if (static_cast<double>(nearest) == x || !std::isfinite(nearest)) return nearest;
  std::uint32_t bits;
  std::memcpy(&bits, &nearest, sizeof bits);
  if (std::fabs(static_cast<double>(nearest)) > std::fabs(x)) --bits;
  bits |= 1u;
  std::memcpy(&nearest, &bits, sizeof bits);
  return nearest;
}

/* ---- two numbers: what the GPU computes halves in ----------------------------------------------------------------------------- */

template <class T> struct pair {
  T x, y;
};
/** The result of comparing two pairs: 16 ones or zeros for each element. */
using mask_pair = std::uint32_t;
constexpr mask_pair FIRST = 0xffffu, SECOND = 0xffff0000u;

#ifdef __CUDACC__
template <> struct pair<half> {
  __half2 v;
};
template <> struct pair<bfloat> {
  __nv_bfloat162 v;
};
#define MANTISSA_PAIRS(T)                                                                                                          \
  MANTISSA_DEVICE pair<T> operator+(pair<T> a, pair<T> b) { return {__hadd2_rn(a.v, b.v)}; }                                        \
  MANTISSA_DEVICE pair<T> operator-(pair<T> a, pair<T> b) { return {__hsub2_rn(a.v, b.v)}; }                                        \
  MANTISSA_DEVICE pair<T> operator*(pair<T> a, pair<T> b) { return {__hmul2_rn(a.v, b.v)}; }                                        \
  MANTISSA_DEVICE pair<T> operator-(pair<T> a) { return {__hneg2(a.v)}; }                                                           \
  MANTISSA_DEVICE pair<T> fma(pair<T> a, pair<T> b, pair<T> c) { return {__hfma2(a.v, b.v, c.v)}; }                                 \
  MANTISSA_DEVICE pair<T> min(pair<T> a, pair<T> b) { return {__hmin2(a.v, b.v)}; }                                                 \
  MANTISSA_DEVICE pair<T> max(pair<T> a, pair<T> b) { return {__hmax2(a.v, b.v)}; }                                                 \
  MANTISSA_DEVICE pair<T> abs(pair<T> a) { return {__habs2(a.v)}; }                                                                 \
  MANTISSA_DEVICE pair<T> sqrt(pair<T> a) { return {h2sqrt(a.v)}; }                                                                 \
  MANTISSA_DEVICE mask_pair operator<(pair<T> a, pair<T> b) { return __hlt2_mask(a.v, b.v); }                                       \
  MANTISSA_DEVICE mask_pair operator<=(pair<T> a, pair<T> b) { return __hle2_mask(a.v, b.v); }                                      \
  MANTISSA_DEVICE mask_pair operator>(pair<T> a, pair<T> b) { return __hgt2_mask(a.v, b.v); }                                       \
  MANTISSA_DEVICE mask_pair operator>=(pair<T> a, pair<T> b) { return __hge2_mask(a.v, b.v); }                                      \
  MANTISSA_DEVICE mask_pair operator==(pair<T> a, pair<T> b) { return __heq2_mask(a.v, b.v); }                                      \
  MANTISSA_DEVICE mask_pair operator!=(pair<T> a, pair<T> b) { return __hneu2_mask(a.v, b.v); }
/* instructions for pairs: of halves from compute capability 5.3 on, of bfloats from 8.0 on; earlier GPUs compute in float (see below) */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 530
MANTISSA_PAIRS(half)
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
MANTISSA_PAIRS(bfloat)
#define MANTISSA_HAS_BFLOATS
#endif
#undef MANTISSA_PAIRS
/** One operation on bits for both lanes. */
template <class T> MANTISSA_DEVICE pair<T> select_bits(mask_pair m, pair<T> a, pair<T> b) {
  mask_pair left, right;
  memcpy(&left, &a, sizeof left);
  memcpy(&right, &b, sizeof right);
  left = (left & m) | (right & ~m);
  memcpy(&a, &left, sizeof left);
  return a;
}
MANTISSA_DEVICE pair<half> select(mask_pair m, pair<half> a, pair<half> b) { return select_bits(m, a, b); }
MANTISSA_DEVICE pair<bfloat> select(mask_pair m, pair<bfloat> a, pair<bfloat> b) { return select_bits(m, a, b); }
MANTISSA_DEVICE float first(pair<half> a) { return __low2float(a.v); }
MANTISSA_DEVICE float second(pair<half> a) { return __high2float(a.v); }
MANTISSA_DEVICE float first(pair<bfloat> a) { return __low2float(a.v); }
MANTISSA_DEVICE float second(pair<bfloat> a) { return __high2float(a.v); }
MANTISSA_DEVICE void set(pair<half> &to, float x, float y) { to.v = __floats2half2_rn(x, y); }
MANTISSA_DEVICE void set(pair<bfloat> &to, float x, float y) { to.v = __floats2bfloat162_rn(x, y); }
/** A quotient that rounds to the right half, without branches: loads that follow it in the source can start before it. */
MANTISSA_DEVICE float quotient_of_halves(float a, float b) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(b));
  const float near = __fmul_rn(a, inverse), rest = __fmaf_rn(-near, b, a);
  // the rest is not a number if one of them is infinite or 0
  return fabsf(rest) > 0 ? __fmaf_rn(rest, inverse, near) : near;
}
MANTISSA_DEVICE pair<half> operator/(pair<half> a, pair<half> b) {
  return {__floats2half2_rn(quotient_of_halves(first(a), first(b)), quotient_of_halves(second(a), second(b)))};
}
#ifdef MANTISSA_HAS_BFLOATS
MANTISSA_DEVICE pair<bfloat> operator/(pair<bfloat> a, pair<bfloat> b) { return {__h2div(a.v, b.v)}; }
#endif
MANTISSA_DEVICE half low(pair<half> a) { return __low2half(a.v); }
MANTISSA_DEVICE half high(pair<half> a) { return __high2half(a.v); }
MANTISSA_DEVICE bfloat low(pair<bfloat> a) { return __low2bfloat16(a.v); }
MANTISSA_DEVICE bfloat high(pair<bfloat> a) { return __high2bfloat16(a.v); }
MANTISSA_DEVICE pair<half> join(half x, half y) { return {__halves2half2(x, y)}; }
MANTISSA_DEVICE pair<bfloat> join(bfloat x, bfloat y) { return {__halves2bfloat162(x, y)}; }
#endif

template <class T> MANTISSA_DEVICE T low(pair<T> a) { return a.x; }
template <class T> MANTISSA_DEVICE T high(pair<T> a) { return a.y; }
template <class T> MANTISSA_DEVICE pair<T> join(T x, T y) { return {x, y}; }
template <class T> MANTISSA_DEVICE float first(pair<T> a) { return widen(a.x); }
template <class T> MANTISSA_DEVICE float second(pair<T> a) { return widen(a.y); }
template <class T> MANTISSA_DEVICE void set(pair<T> &to, float x, float y) {
  narrow(x, to.x);
  narrow(y, to.y);
}
template <class T> MANTISSA_DEVICE pair<T> pair_of(float x, float y) {
  pair<T> made;
  set(made, x, y);
  return made;
}

#ifdef __CUDACC__
MANTISSA_DEVICE pair<float> operator+(pair<float> a, pair<float> b) { return {__fadd_rn(a.x, b.x), __fadd_rn(a.y, b.y)}; }
MANTISSA_DEVICE pair<float> operator-(pair<float> a, pair<float> b) { return {__fsub_rn(a.x, b.x), __fsub_rn(a.y, b.y)}; }
MANTISSA_DEVICE pair<float> operator*(pair<float> a, pair<float> b) { return {__fmul_rn(a.x, b.x), __fmul_rn(a.y, b.y)}; }
MANTISSA_DEVICE pair<float> operator/(pair<float> a, pair<float> b) { return {a.x / b.x, a.y / b.y}; }
MANTISSA_DEVICE pair<float> operator-(pair<float> a) { return {-a.x, -a.y}; }
MANTISSA_DEVICE pair<float> fma(pair<float> a, pair<float> b, pair<float> c) { return {fmaf(a.x, b.x, c.x), fmaf(a.y, b.y, c.y)}; }
MANTISSA_DEVICE pair<float> min(pair<float> a, pair<float> b) { return {fminf(a.x, b.x), fminf(a.y, b.y)}; }
MANTISSA_DEVICE pair<float> max(pair<float> a, pair<float> b) { return {fmaxf(a.x, b.x), fmaxf(a.y, b.y)}; }
MANTISSA_DEVICE pair<float> abs(pair<float> a) { return {fabsf(a.x), fabsf(a.y)}; }
#endif
/* without such instructions: in float, rounded once */
#if !defined(__CUDACC__) || !defined(MANTISSA_HAS_BFLOATS)
template <class T> MANTISSA_DEVICE pair<T> operator+(pair<T> a, pair<T> b) { return pair_of<T>(first(a) + first(b), second(a) + second(b)); }
template <class T> MANTISSA_DEVICE pair<T> operator-(pair<T> a, pair<T> b) { return pair_of<T>(first(a) - first(b), second(a) - second(b)); }
template <class T> MANTISSA_DEVICE pair<T> operator*(pair<T> a, pair<T> b) { return pair_of<T>(first(a) * first(b), second(a) * second(b)); }
template <class T> MANTISSA_DEVICE pair<T> operator/(pair<T> a, pair<T> b) { return pair_of<T>(first(a) / first(b), second(a) / second(b)); }
template <class T> MANTISSA_DEVICE pair<T> operator-(pair<T> a) { return pair_of<T>(-first(a), -second(a)); }
template <class T> MANTISSA_DEVICE pair<T> fma(pair<T> a, pair<T> b, pair<T> c) {
  return pair_of<T>(odd_float(product_and_sum(first(a), first(b), first(c))), odd_float(product_and_sum(second(a), second(b), second(c))));
}
#ifndef __CUDACC__
inline pair<float> fma(pair<float> a, pair<float> b, pair<float> c) { return {std::fmaf(a.x, b.x, c.x), std::fmaf(a.y, b.y, c.y)}; }
#endif
template <class T> MANTISSA_DEVICE pair<T> min(pair<T> a, pair<T> b) { return pair_of<T>(fminf(first(a), first(b)), fminf(second(a), second(b))); }
template <class T> MANTISSA_DEVICE pair<T> max(pair<T> a, pair<T> b) { return pair_of<T>(fmaxf(first(a), first(b)), fmaxf(second(a), second(b))); }
template <class T> MANTISSA_DEVICE pair<T> abs(pair<T> a) { return pair_of<T>(fabsf(first(a)), fabsf(second(a))); }
#endif

template <class T> MANTISSA_DEVICE pair<T> sqrt(pair<T> a) { return pair_of<T>(sqrtf(first(a)), sqrtf(second(a))); }

#define MANTISSA_COMPARISON(op)                                                                                                    \
  template <class T> MANTISSA_DEVICE mask_pair operator op(pair<T> a, pair<T> b) {                                                  \
    return (first(a) op first(b) ? FIRST : 0u) | (second(a) op second(b) ? SECOND : 0u);                                           \
  }
MANTISSA_COMPARISON(<)
MANTISSA_COMPARISON(<=)
MANTISSA_COMPARISON(>)
MANTISSA_COMPARISON(>=)
MANTISSA_COMPARISON(==)
MANTISSA_COMPARISON(!=)
#undef MANTISSA_COMPARISON
template <class T> MANTISSA_DEVICE pair<T> select(mask_pair m, pair<T> a, pair<T> b) {
  return {m & FIRST ? a.x : b.x, m & SECOND ? a.y : b.y};
}

/* ---- W numbers --------------------------------------------------------------------------------------------------------------- */

constexpr int alignment_of(int bytes) { return bytes < 16 ? bytes : 16; }

/** W = 2, 4 or 8 numbers, in pairs. A number converts to W copies of itself, rounded to T. */
template <class T, int W> struct alignas(alignment_of(W * static_cast<int>(sizeof(T)))) vec {
  pair<T> pairs[W / 2];

  vec() = default;
  MANTISSA_DEVICE vec(float x) {
    const pair<T> both = pair_of<T>(x, x);
    MANTISSA_UNROLL
    for (int k = 0; k < W / 2; ++k) pairs[k] = both;
  }
  /** The same numbers in another format. */
  template <class From> MANTISSA_DEVICE explicit vec(const vec<From, W> &x) {
    MANTISSA_UNROLL
    for (int k = 0; k < W / 2; ++k) set(pairs[k], first(x.pairs[k]), second(x.pairs[k]));
  }
  MANTISSA_DEVICE T operator[](int lane) const { return lane % 2 ? high(pairs[lane / 2]) : low(pairs[lane / 2]); }
};

/** The result of comparing W numbers, lane by lane. */
template <int W> struct mask {
  mask_pair pairs[W / 2];
  MANTISSA_DEVICE bool operator[](int lane) const { return pairs[lane / 2] & (lane % 2 ? SECOND : FIRST); }
};

#define MANTISSA_OPERATOR(op)                                                                                                      \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> operator op(const vec<T, W> &a, const vec<T, W> &b) {                         \
    vec<T, W> r;                                                                                                                   \
    MANTISSA_UNROLL                                                                                                                \
    for (int k = 0; k < W / 2; ++k) r.pairs[k] = a.pairs[k] op b.pairs[k];                                                         \
    return r;                                                                                                                      \
  }                                                                                                                                \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> operator op(const vec<T, W> &a, float b) { return a op vec<T, W>(b); }        \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> operator op(float a, const vec<T, W> &b) { return vec<T, W>(a) op b; }
MANTISSA_OPERATOR(+)
MANTISSA_OPERATOR(-)
MANTISSA_OPERATOR(*)
MANTISSA_OPERATOR(/)
#undef MANTISSA_OPERATOR

template <class T, int W> MANTISSA_DEVICE vec<T, W> operator-(const vec<T, W> &a) {
  vec<T, W> r;
  MANTISSA_UNROLL
  for (int k = 0; k < W / 2; ++k) r.pairs[k] = -a.pairs[k];
  return r;
}

/** a·b + c, rounded once. */
template <class T, int W> MANTISSA_DEVICE vec<T, W> fma(const vec<T, W> &a, const vec<T, W> &b, const vec<T, W> &c) {
  vec<T, W> r;
  MANTISSA_UNROLL
  for (int k = 0; k < W / 2; ++k) r.pairs[k] = fma(a.pairs[k], b.pairs[k], c.pairs[k]);
  return r;
}
template <class T, int W> MANTISSA_DEVICE vec<T, W> fma(const vec<T, W> &a, float b, const vec<T, W> &c) { return fma(a, vec<T, W>(b), c); }
template <class T, int W> MANTISSA_DEVICE vec<T, W> fma(float a, const vec<T, W> &b, const vec<T, W> &c) { return fma(vec<T, W>(a), b, c); }
template <class T, int W> MANTISSA_DEVICE vec<T, W> fma(const vec<T, W> &a, const vec<T, W> &b, float c) { return fma(a, b, vec<T, W>(c)); }
template <class T, int W> MANTISSA_DEVICE vec<T, W> fma(const vec<T, W> &a, float b, float c) { return fma(a, vec<T, W>(b), vec<T, W>(c)); }
template <class T, int W> MANTISSA_DEVICE vec<T, W> fma(float a, const vec<T, W> &b, float c) { return fma(vec<T, W>(a), b, vec<T, W>(c)); }
template <class T, int W> MANTISSA_DEVICE vec<T, W> fma(float a, float b, const vec<T, W> &c) { return fma(vec<T, W>(a), vec<T, W>(b), c); }

#define MANTISSA_PAIRWISE(name)                                                                                                    \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(const vec<T, W> &a, const vec<T, W> &b) {                                \
    vec<T, W> r;                                                                                                                   \
    MANTISSA_UNROLL                                                                                                                \
    for (int k = 0; k < W / 2; ++k) r.pairs[k] = name(a.pairs[k], b.pairs[k]);                                                     \
    return r;                                                                                                                      \
  }                                                                                                                                \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(const vec<T, W> &a, float b) { return name(a, vec<T, W>(b)); }           \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(float a, const vec<T, W> &b) { return name(vec<T, W>(a), b); }
MANTISSA_PAIRWISE(min)
MANTISSA_PAIRWISE(max)
#undef MANTISSA_PAIRWISE

#define MANTISSA_OF_PAIRS(name)                                                                                                    \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(const vec<T, W> &a) {                                                    \
    vec<T, W> r;                                                                                                                   \
    MANTISSA_UNROLL                                                                                                                \
    for (int k = 0; k < W / 2; ++k) r.pairs[k] = name(a.pairs[k]);                                                                 \
    return r;                                                                                                                      \
  }
MANTISSA_OF_PAIRS(abs)
MANTISSA_OF_PAIRS(sqrt)
#undef MANTISSA_OF_PAIRS

/* functions that have no instruction for pairs: in float, rounded once */
#define MANTISSA_FUNCTION(name, expression)                                                                                        \
  MANTISSA_DEVICE float name##_of(float x) { return expression; }                                                                  \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(const vec<T, W> &a) {                                                    \
    vec<T, W> r;                                                                                                                   \
    MANTISSA_UNROLL                                                                                                                \
    for (int k = 0; k < W / 2; ++k) set(r.pairs[k], name##_of(first(a.pairs[k])), name##_of(second(a.pairs[k])));                  \
    return r;                                                                                                                      \
  }
MANTISSA_FUNCTION(exp, expf(x))
MANTISSA_FUNCTION(exp2, exp2f(x))
MANTISSA_FUNCTION(log, logf(x))
MANTISSA_FUNCTION(log2, log2f(x))
MANTISSA_FUNCTION(log10, log10f(x))
MANTISSA_FUNCTION(sin, sinf(x))
MANTISSA_FUNCTION(cos, cosf(x))
MANTISSA_FUNCTION(tan, tanf(x))
MANTISSA_FUNCTION(asin, asinf(x))
MANTISSA_FUNCTION(acos, acosf(x))
MANTISSA_FUNCTION(atan, atanf(x))
MANTISSA_FUNCTION(sinh, sinhf(x))
MANTISSA_FUNCTION(cosh, coshf(x))
MANTISSA_FUNCTION(tanh, tanhf(x))
MANTISSA_FUNCTION(floor, floorf(x))
MANTISSA_FUNCTION(ceil, ceilf(x))
MANTISSA_FUNCTION(trunc, truncf(x))
MANTISSA_FUNCTION(rint, rintf(x))
MANTISSA_FUNCTION(round, roundf(x))
MANTISSA_FUNCTION(log1p, log1pf(x))
MANTISSA_FUNCTION(expm1, expm1f(x))
MANTISSA_FUNCTION(cbrt, cbrtf(x))
MANTISSA_FUNCTION(erf, erff(x))
MANTISSA_FUNCTION(erfc, erfcf(x))
MANTISSA_FUNCTION(asinh, asinhf(x))
MANTISSA_FUNCTION(acosh, acoshf(x))
MANTISSA_FUNCTION(atanh, atanhf(x))
#ifdef __CUDACC__
MANTISSA_FUNCTION(fast_exp, __expf(x))
MANTISSA_FUNCTION(fast_log, __logf(x))
MANTISSA_FUNCTION(fast_log2, __log2f(x))
MANTISSA_FUNCTION(fast_sin, __sinf(x))
MANTISSA_FUNCTION(fast_cos, __cosf(x))
MANTISSA_FUNCTION(fast_tan, __tanf(x))
MANTISSA_FUNCTION(rsqrt, rsqrtf(x))
MANTISSA_FUNCTION(exp10, exp10f(x))
MANTISSA_FUNCTION(sinpi, sinpif(x))
MANTISSA_FUNCTION(cospi, cospif(x))
MANTISSA_FUNCTION(normcdf, normcdff(x))
#else
constexpr double PI = 3.14159265358979323846;
MANTISSA_FUNCTION(fast_exp, expf(x))
MANTISSA_FUNCTION(fast_log, logf(x))
MANTISSA_FUNCTION(fast_log2, log2f(x))
MANTISSA_FUNCTION(fast_sin, sinf(x))
MANTISSA_FUNCTION(fast_cos, cosf(x))
MANTISSA_FUNCTION(fast_tan, tanf(x))
MANTISSA_FUNCTION(rsqrt, 1.0f / sqrtf(x))
MANTISSA_FUNCTION(exp10, static_cast<float>(std::pow(10.0, x)))
MANTISSA_FUNCTION(sinpi, static_cast<float>(std::sin(PI * x)))
MANTISSA_FUNCTION(cospi, static_cast<float>(std::cos(PI * x)))
MANTISSA_FUNCTION(normcdf, static_cast<float>(0.5 * std::erfc(-x / std::sqrt(2.0))))
#endif
#undef MANTISSA_FUNCTION
#ifdef __CUDACC__
/* __expf of a half, without its steps for results that are subnormal floats: they are 0 as halves. */
MANTISSA_DEVICE float fast_exp_of_half(float x) {
  float r;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x * 1.4426950408889634f));
  return r;
}
template <int W> MANTISSA_DEVICE vec<half, W> fast_exp(const vec<half, W> &a) {
  vec<half, W> r;
  MANTISSA_UNROLL
  for (int k = 0; k < W / 2; ++k) set(r.pairs[k], fast_exp_of_half(first(a.pairs[k])), fast_exp_of_half(second(a.pairs[k])));
  return r;
}
#endif

#define MANTISSA_FUNCTION_OF_TWO(name, expression)                                                                                 \
  MANTISSA_DEVICE float name##_of(float x, float y) { return expression; }                                                         \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(const vec<T, W> &a, const vec<T, W> &b) {                                \
    vec<T, W> r;                                                                                                                   \
    MANTISSA_UNROLL                                                                                                                \
    for (int k = 0; k < W / 2; ++k)                                                                                                \
      set(r.pairs[k], name##_of(first(a.pairs[k]), first(b.pairs[k])), name##_of(second(a.pairs[k]), second(b.pairs[k])));         \
    return r;                                                                                                                      \
  }                                                                                                                                \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(const vec<T, W> &a, float b) { return name(a, vec<T, W>(b)); }           \
  template <class T, int W> MANTISSA_DEVICE vec<T, W> name(float a, const vec<T, W> &b) { return name(vec<T, W>(a), b); }
MANTISSA_FUNCTION_OF_TWO(pow, powf(x, y))
MANTISSA_FUNCTION_OF_TWO(atan2, atan2f(x, y))
MANTISSA_FUNCTION_OF_TWO(fmod, fmodf(x, y))
MANTISSA_FUNCTION_OF_TWO(copysign, copysignf(x, y))
MANTISSA_FUNCTION_OF_TWO(hypot, hypotf(x, y))
#undef MANTISSA_FUNCTION_OF_TWO

#define MANTISSA_COMPARISON(op)                                                                                                    \
  template <class T, int W> MANTISSA_DEVICE mask<W> operator op(const vec<T, W> &a, const vec<T, W> &b) {                           \
    mask<W> r;                                                                                                                     \
    MANTISSA_UNROLL                                                                                                                \
    for (int k = 0; k < W / 2; ++k) r.pairs[k] = a.pairs[k] op b.pairs[k];                                                         \
    return r;                                                                                                                      \
  }                                                                                                                                \
  template <class T, int W> MANTISSA_DEVICE mask<W> operator op(const vec<T, W> &a, float b) { return a op vec<T, W>(b); }          \
  template <class T, int W> MANTISSA_DEVICE mask<W> operator op(float a, const vec<T, W> &b) { return vec<T, W>(a) op b; }
MANTISSA_COMPARISON(<)
MANTISSA_COMPARISON(<=)
MANTISSA_COMPARISON(>)
MANTISSA_COMPARISON(>=)
MANTISSA_COMPARISON(==)
MANTISSA_COMPARISON(!=)
#undef MANTISSA_COMPARISON

#define MANTISSA_LOGIC(op)                                                                                                         \
  template <int W> MANTISSA_DEVICE mask<W> operator op(mask<W> a, const mask<W> &b) {                                               \
    MANTISSA_UNROLL                                                                                                                \
    for (int k = 0; k < W / 2; ++k) a.pairs[k] = a.pairs[k] op b.pairs[k];                                                         \
    return a;                                                                                                                      \
  }
MANTISSA_LOGIC(&)
MANTISSA_LOGIC(|)
MANTISSA_LOGIC(^)
#undef MANTISSA_LOGIC
template <int W> MANTISSA_DEVICE mask<W> operator!(mask<W> a) {
  MANTISSA_UNROLL
  for (int k = 0; k < W / 2; ++k) a.pairs[k] = ~a.pairs[k];
  return a;
}

/** `a` where the mask is set, `b` elsewhere. */
template <class T, int W> MANTISSA_DEVICE vec<T, W> select(const mask<W> &m, const vec<T, W> &a, const vec<T, W> &b) {
  vec<T, W> r;
  MANTISSA_UNROLL
  for (int k = 0; k < W / 2; ++k) r.pairs[k] = select(m.pairs[k], a.pairs[k], b.pairs[k]);
  return r;
}
template <class T, int W> MANTISSA_DEVICE vec<T, W> select(const mask<W> &m, const vec<T, W> &a, float b) { return select(m, a, vec<T, W>(b)); }
template <class T, int W> MANTISSA_DEVICE vec<T, W> select(const mask<W> &m, float a, const vec<T, W> &b) { return select(m, vec<T, W>(a), b); }

/** 1 where the mask is set, 0 elsewhere. */
template <class T> MANTISSA_DEVICE pair<T> ones(mask_pair m) { return pair_of<T>(m & FIRST ? 1.0f : 0.0f, m & SECOND ? 1.0f : 0.0f); }
#ifdef __CUDACC__
template <> MANTISSA_DEVICE pair<half> ones<half>(mask_pair m) {
  m &= 0x3c003c00u;
  pair<half> r;
  memcpy(&r, &m, sizeof m);
  return r;
}
template <> MANTISSA_DEVICE pair<bfloat> ones<bfloat>(mask_pair m) {
  m &= 0x3f803f80u;
  pair<bfloat> r;
  memcpy(&r, &m, sizeof m);
  return r;
}
#endif
/**
 * b + mask · (a - b): `a` is rounded on its way, an infinity or a NaN in what is not chosen comes through as NaN, and so does a difference
 * beyond the format's range.
 */
template <class T, int W> MANTISSA_DEVICE vec<T, W> select_by_fma(const mask<W> &m, const vec<T, W> &a, const vec<T, W> &b) {
  vec<T, W> r;
  MANTISSA_UNROLL
  for (int k = 0; k < W / 2; ++k) r.pairs[k] = fma(ones<T>(m.pairs[k]), a.pairs[k] - b.pairs[k], b.pairs[k]);
  return r;
}
template <class T, int W> MANTISSA_DEVICE vec<T, W> select_by_fma(const mask<W> &m, const vec<T, W> &a, float b) { return select_by_fma(m, a, vec<T, W>(b)); }
template <class T, int W> MANTISSA_DEVICE vec<T, W> select_by_fma(const mask<W> &m, float a, const vec<T, W> &b) { return select_by_fma(m, vec<T, W>(a), b); }

/* ---- memory ------------------------------------------------------------------------------------------------------------------ */

/** Whether a whole vector can be moved from or to this address at once. */
template <int W, class T> MANTISSA_DEVICE bool is_aligned(const T *p) {
  return reinterpret_cast<std::uintptr_t>(p) % alignof(vec<T, W>) == 0;
}

#ifdef __CUDACC__
template <int Bytes> struct word {
  using type = uint4;
};
template <> struct word<4> {
  using type = unsigned;
};
template <> struct word<8> {
  using type = uint2;
};
/** 16 bytes at a time, or all at once if there are fewer. */
template <class V> MANTISSA_DEVICE void move(const void *from, void *to) {
  using piece = typename word<alignof(V)>::type;
  MANTISSA_UNROLL
  for (int k = 0; k < static_cast<int>(sizeof(V) / sizeof(piece)); ++k)
    static_cast<piece *>(to)[k] = static_cast<const piece *>(from)[k];
}
#else
template <class V> void move(const void *from, void *to) { std::memcpy(to, from, sizeof(V)); }
#endif

/** Zero for null pointers. */
template <int W, class T> MANTISSA_DEVICE vec<T, W> gather(const T *const (&from)[W]) {
  vec<T, W> r;
  T zero;
  narrow(0.0f, zero);
  MANTISSA_UNROLL
  for (int k = 0; k < W; k += 2) r.pairs[k / 2] = join(from[k] ? *from[k] : zero, from[k + 1] ? *from[k + 1] : zero);
  return r;
}

/** N numbers of each of W records that stand one after the other in memory. */
template <int N, class T, int W> struct records {
  vec<T, W> fields[N];
  MANTISSA_DEVICE const vec<T, W> &operator[](int k) const { return fields[k]; }
};

template <class T, int W, class... More> MANTISSA_DEVICE records<1 + sizeof...(More), T, W> records_of(const vec<T, W> &first, const More &...more) {
  return {{first, more...}};
}

/** W numbers with L of those before them and R of those behind. */
template <int L, int R, class T, int W> struct window {
  T lanes[L + W + R];
  /** The W of them that are C further. */
  template <int C> MANTISSA_DEVICE vec<T, W> at() const {
    static_assert(-L <= C && C <= R, "the window ends before");
    vec<T, W> r;
    MANTISSA_UNROLL
    for (int k = 0; k < W; k += 2) r.pairs[k / 2] = join(lanes[L + C + k], lanes[L + C + k + 1]);
    return r;
  }
};

/** W elements from `i` on, all of them there. Arrays are aligned for a whole vector, and `i` is a multiple of W. */
template <int W> struct whole {
  std::int64_t i;

  static constexpr int width = W;
  template <class T> using of = vec<T, W>;

  /** p[i], … p[i + W - 1] */
  template <class T> MANTISSA_DEVICE vec<T, W> load(const T *p) const {
    vec<T, W> r;
    move<vec<T, W>>(p + i, &r);
    return r;
  }
  /** p[i - L], … p[i + W + R - 1]: a whole vector, and its neighbours one by one. */
  template <int L, int R, class T> MANTISSA_DEVICE window<L, R, T, W> load_around(const T *p) const {
    return around<L, R>(p, load(p));
  }
  template <int L, int R, class T> MANTISSA_DEVICE window<L, R, T, W> load_around_anywhere(const T *p) const {
    return around<L, R>(p, load_anywhere(p));
  }
  template <int L, int R, class T> MANTISSA_DEVICE window<L, R, T, W> around(const T *p, const vec<T, W> &near) const {
    window<L, R, T, W> r;
    MANTISSA_UNROLL
    for (int k = -L; k < W + R; ++k) r.lanes[L + k] = k >= 0 && k < W ? near[(k + W) % W] : p[i + k];
    return r;
  }
  /** p[i], … for an address of any alignment */
  template <class T> MANTISSA_DEVICE vec<T, W> load_anywhere(const T *p) const {
    return is_aligned<W>(p + i) ? load(p) : load_every<1>(p);
  }
  /** p[N·i], p[N·(i + 1)], … */
  template <int N, class T> MANTISSA_DEVICE vec<T, W> load_every(const T *p) const {
    const T *from[W];
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k) from[k] = p + N * (i + k);
    return gather<W>(from);
  }
  /** All N numbers of each record, by whole vectors. */
  template <int N, class T> MANTISSA_DEVICE records<N, T, W> load_records(const T *p) const {
    vec<T, W> raw[N];
    MANTISSA_UNROLL
    for (int k = 0; k < N; ++k) raw[k] = whole{N * i + k * W}.load(p);
    records<N, T, W> r;
    MANTISSA_UNROLL
    for (int field = 0; field < N; ++field)
      MANTISSA_UNROLL
      for (int k = 0; k < W; k += 2) {
        const int x = N * k + field, y = N * (k + 1) + field;
        r.fields[field].pairs[k / 2] = join(raw[x / W][x % W], raw[y / W][y % W]);
      }
    return r;
  }
  template <class T> MANTISSA_DEVICE vec<T, W> load(const T *p, const mask<W> &m) const { return load_every<1>(p, m); }
  template <int N, class T> MANTISSA_DEVICE vec<T, W> load_every(const T *p, const mask<W> &m) const {
    const T *from[W];
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k) from[k] = m[k] ? p + N * (i + k) : nullptr;
    return gather<W>(from);
  }

  template <class T> MANTISSA_DEVICE void store(T *p, const vec<T, W> &x) const { move<vec<T, W>>(&x, p + i); }
  template <class T> MANTISSA_DEVICE void store_anywhere(T *p, const vec<T, W> &x) const {
    if (is_aligned<W>(p + i)) store(p, x);
    else store_every<1>(p, x);
  }
  template <int N, class T> MANTISSA_DEVICE void store_every(T *p, const vec<T, W> &x) const {
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k) p[N * (i + k)] = x[k];
  }
  template <int N, class T> MANTISSA_DEVICE void store_records(T *p, const records<N, T, W> &x) const {
    MANTISSA_UNROLL
    for (int part = 0; part < N; ++part) {
      vec<T, W> raw;
      MANTISSA_UNROLL
      for (int k = 0; k < W; k += 2) {
        const int a = part * W + k, b = a + 1;
        raw.pairs[k / 2] = join(x.fields[a % N][a / N], x.fields[b % N][b / N]);
      }
      whole{N * i + part * W}.store(p, raw);
    }
  }
  template <int N, class T> MANTISSA_DEVICE void store_every(T *p, const vec<T, W> &x, const mask<W> &m) const {
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k)
      if (m[k]) p[N * (i + k)] = x[k];
  }
  template <class T> MANTISSA_DEVICE void store(T *p, const vec<T, W> &x, const mask<W> &m) const { store_every<1>(p, x, m); }

  /** Reads and sets the values of a reduction for these lanes. */
  MANTISSA_DEVICE vec<float, W> get(const vec<float, W> &total) const { return total; }
  MANTISSA_DEVICE void put(vec<float, W> &total, const vec<float, W> &x) const { total = x; }

  /** i, i + 1, … as numbers, `step` and `from` applied before they are rounded */
  template <class T> MANTISSA_DEVICE vec<T, W> numbers(std::int64_t step = 1, std::int64_t from = 0) const {
    vec<T, W> r;
    MANTISSA_UNROLL
    for (int k = 0; k < W / 2; ++k)
      set(r.pairs[k], static_cast<float>(step * (i + 2 * k) + from), static_cast<float>(step * (i + 2 * k + 1) + from));
    return r;
  }
  /** f(i), f(i + 1), … as numbers */
  template <class T, class F, class = decltype(std::declval<F>()(std::int64_t{}))> MANTISSA_DEVICE vec<T, W> numbers(F f) const {
    vec<T, W> r;
    MANTISSA_UNROLL
    for (int k = 0; k < W / 2; ++k) set(r.pairs[k], static_cast<float>(f(i + 2 * k)), static_cast<float>(f(i + 2 * k + 1)));
    return r;
  }
  /** Whether a condition holds for i, i + 1, … */
  template <class F> MANTISSA_DEVICE mask<W> where(F holds) const {
    mask<W> r;
    MANTISSA_UNROLL
    for (int k = 0; k < W / 2; ++k) r.pairs[k] = (holds(i + 2 * k) ? FIRST : 0u) | (holds(i + 2 * k + 1) ? SECOND : 0u);
    return r;
  }
};

/** Of W elements from `i` on, those with numbers from `begin` to before `end`, at any alignment. */
template <int W> struct part {
  std::int64_t i, begin, end;

  static constexpr int width = W;
  template <class T> using of = vec<T, W>;

  MANTISSA_DEVICE bool has(int lane) const { return i + lane >= begin && i + lane < end; }

  template <int N, class T> MANTISSA_DEVICE vec<T, W> load_every(const T *p) const {
    const T *from[W];
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k) from[k] = has(k) ? p + N * (i + k) : nullptr;
    return gather<W>(from);
  }
  template <int N, class T> MANTISSA_DEVICE vec<T, W> load_every(const T *p, const mask<W> &m) const {
    const T *from[W];
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k) from[k] = has(k) && m[k] ? p + N * (i + k) : nullptr;
    return gather<W>(from);
  }
  template <class T> MANTISSA_DEVICE vec<T, W> load(const T *p) const { return load_every<1>(p); }
  template <int L, int R, class T> MANTISSA_DEVICE window<L, R, T, W> load_around(const T *p) const {
    window<L, R, T, W> r;
    MANTISSA_UNROLL
    for (int k = -L; k < W + R; ++k)
      // there for one of the lanes that need it
      if (i + k + L >= begin && i + k - R < end) r.lanes[L + k] = p[i + k];
      else narrow(0.0f, r.lanes[L + k]);
    return r;
  }
  template <int L, int R, class T> MANTISSA_DEVICE window<L, R, T, W> load_around_anywhere(const T *p) const { return load_around<L, R>(p); }
  template <class T> MANTISSA_DEVICE vec<T, W> load_anywhere(const T *p) const { return load_every<1>(p); }
  template <class T> MANTISSA_DEVICE vec<T, W> load(const T *p, const mask<W> &m) const { return load_every<1>(p, m); }
  template <int N, class T> MANTISSA_DEVICE records<N, T, W> load_records(const T *p) const {
    records<N, T, W> r;
    MANTISSA_UNROLL
    for (int field = 0; field < N; ++field) r.fields[field] = load_every<N>(p + field);
    return r;
  }

  template <int N, class T> MANTISSA_DEVICE void store_every(T *p, const vec<T, W> &x) const {
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k)
      if (has(k)) p[N * (i + k)] = x[k];
  }
  template <int N, class T> MANTISSA_DEVICE void store_every(T *p, const vec<T, W> &x, const mask<W> &m) const {
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k)
      if (has(k) && m[k]) p[N * (i + k)] = x[k];
  }
  template <class T> MANTISSA_DEVICE void store(T *p, const vec<T, W> &x) const { store_every<1>(p, x); }
  template <class T> MANTISSA_DEVICE void store_anywhere(T *p, const vec<T, W> &x) const { store_every<1>(p, x); }
  template <class T> MANTISSA_DEVICE void store(T *p, const vec<T, W> &x, const mask<W> &m) const { store_every<1>(p, x, m); }
  template <int N, class T> MANTISSA_DEVICE void store_records(T *p, const records<N, T, W> &x) const {
    MANTISSA_UNROLL
    for (int field = 0; field < N; ++field) store_every<N>(p + field, x.fields[field]);
  }

  /** Element i belongs to lane i modulo V of a reduction, for every vector width. Constant indices keep it in registers. */
  template <int V> MANTISSA_DEVICE vec<float, W> get(const vec<float, V> &total) const {
    vec<float, W> r(0.0f);
    MANTISSA_UNROLL
    for (int k = 0; k < V; k += W)
      if (i % V == k)
        MANTISSA_UNROLL
        for (int at = 0; at < W / 2; ++at) r.pairs[at] = total.pairs[k / 2 + at];
    return r;
  }
  template <int V> MANTISSA_DEVICE void put(vec<float, V> &total, const vec<float, W> &x) const {
    MANTISSA_UNROLL
    for (int k = 0; k < V; k += 2)
      MANTISSA_UNROLL
      for (int at = 0; at < W; at += 2)
        if (i % V + at == k) {
          if (has(at)) total.pairs[k / 2].x = x.pairs[at / 2].x;
          if (has(at + 1)) total.pairs[k / 2].y = x.pairs[at / 2].y;
        }
  }

  template <class T> MANTISSA_DEVICE vec<T, W> numbers(std::int64_t step = 1, std::int64_t from = 0) const {
    return whole<W>{i}.template numbers<T>(step, from);
  }
  template <class T, class F, class = decltype(std::declval<F>()(std::int64_t{}))> MANTISSA_DEVICE vec<T, W> numbers(F f) const {
    return whole<W>{i}.template numbers<T>(f);
  }
  template <class F> MANTISSA_DEVICE mask<W> where(F holds) const { return whole<W>{i}.where(holds); }
};

/* ---- launching ---------------------------------------------------------------------------------------------------------------- */

/** Vectors begin at multiples of W, so that they are aligned wherever the loop begins: how many it takes from `begin` to `end`. */
template <int W> MANTISSA_ANYWHERE constexpr std::int64_t count_vectors(std::int64_t begin, std::int64_t end) {
  return begin < end ? (end + W - 1) / W - begin / W : 0;
}

/** The k-th of them: all at once where all of it is there and every array is aligned, else in pairs. */
template <int W, class Body> MANTISSA_DEVICE void run_vector(std::int64_t k, std::int64_t begin, std::int64_t end, bool aligned, Body body) {
  const std::int64_t i = W * (begin / W + k);
  if (aligned && i >= begin && i + W <= end) body(whole<W>{i});
  else
    // in pairs: what is done a few times at the ends should not take the registers of what is done everywhere
    for (std::int64_t pair = (i < begin ? begin : i) / 2 * 2; pair < i + W && pair < end; pair += 2) body(part<2>{pair, begin, end});
}

/** Whether all these arrays are aligned for whole vectors; memory of cudaMalloc is. */
template <int W> inline bool all_aligned() { return true; }
template <int W, class T, class... More> inline bool all_aligned(const T *first, const More *...more) {
  return reinterpret_cast<std::uintptr_t>(first) % alignof(vec<T, W>) == 0 && all_aligned<W>(more...);
}

/** Threads of a block. */
constexpr int THREADS = 256;

#ifdef __CUDACC__
/** Which of its grid's threads this is. */
MANTISSA_DEVICE std::int64_t thread_number() { return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; }
inline unsigned count_blocks(std::int64_t vectors) { return static_cast<unsigned>((vectors + THREADS - 1) / THREADS); }
/**
 * Rows of vectors: a block has 32 vectors in each of 8 rows, and a grid 65535 blocks of rows at most. Threads that read the rows above and
 * below find most of them in the cache of their multiprocessor.
 */
inline dim3 row_threads(std::int64_t) { return dim3(32, THREADS / 32); }
inline dim3 blocks_of_rows(std::int64_t vectors, std::int64_t rows) {
  const std::int64_t down = (rows + THREADS / 32 - 1) / (THREADS / 32);
  return dim3(static_cast<unsigned>((vectors + 31) / 32), static_cast<unsigned>(down < 65535 ? down : 65535));
}
MANTISSA_DEVICE int row_number() { return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); }
MANTISSA_DEVICE int row_step() { return static_cast<int>(gridDim.y * blockDim.y); }
#endif

/* ---- reductions --------------------------------------------------------------------------------------------------------------- */

/*
 * The order in which numbers are put together is part of what is computed, and the same on every GPU and on a CPU: element i of vector k
 * goes to lane i modulo W of thread k modulo all threads, one after the other; then lanes, threads of a block and blocks are put together,
 * the upper half to the lower one, until one is left. How many threads there are follows from the number of vectors alone.
 */
enum class fold { sum, product, smallest, largest };

/** A product that is rounded before it is added. */
MANTISSA_DEVICE float product(float a, float b) {
#ifdef __CUDACC__
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}

template <fold F> MANTISSA_DEVICE float folded(float a, float b) {
  if (F == fold::product) return product(a, b);
  if (F == fold::smallest) return fminf(a, b);
  if (F == fold::largest) return fmaxf(a, b);
#ifdef __CUDACC__
  return __fadd_rn(a, b);
#else
  return a + b;
#endif
}
/** The neutral element. */
template <fold F> MANTISSA_DEVICE float neutral() {
  return F == fold::sum ? -0.0f : F == fold::product ? 1.0f : F == fold::smallest ? INFINITY : -INFINITY;
}

/** One number for each reduction. */
template <fold... F> struct totals {
  float of[sizeof...(F)];
  MANTISSA_DEVICE totals() : of{neutral<F>()...} {}
  MANTISSA_DEVICE void join(const totals &other) {
    int at = 0;
    ((of[at] = folded<F>(of[at], other.of[at]), ++at), ...);
  }
};

/** The reductions of one thread: W lanes each. */
template <int W, fold... F> struct accumulators {
  vec<float, W> of[sizeof...(F)];
  MANTISSA_DEVICE accumulators() : of{vec<float, W>(neutral<F>())...} {}
  MANTISSA_DEVICE totals<F...> together() const {
    totals<F...> lanes[W];
    MANTISSA_UNROLL
    for (int k = 0; k < W; ++k)
      MANTISSA_UNROLL
      for (int at = 0; at < static_cast<int>(sizeof...(F)); ++at) lanes[k].of[at] = of[at][k];
    MANTISSA_UNROLL
    for (int half = W / 2; half > 0; half /= 2)
      MANTISSA_UNROLL
      for (int k = 0; k < half; ++k) lanes[k].join(lanes[k + half]);
    return lanes[0];
  }
};

/** Enough for every GPU, and few enough that putting them together takes no time. */
inline std::int64_t reducing_blocks(std::int64_t vectors) {
  const std::int64_t blocks = (vectors + THREADS - 1) / THREADS;
  return blocks < 1 ? 1 : blocks > 1024 ? 1024 : blocks;
}

#ifdef __CUDACC__
MANTISSA_DEVICE std::int64_t thread_count() { return static_cast<std::int64_t>(gridDim.x) * blockDim.x; }
/** Of all threads of this block, in its first one. */
template <fold... F> MANTISSA_DEVICE totals<F...> join_block(const totals<F...> &mine) {
  __shared__ float waiting[sizeof...(F)][THREADS];
  totals<F...> all = mine;
  for (int half = THREADS / 2; half > 0; half /= 2) {
    MANTISSA_UNROLL
    for (int at = 0; at < static_cast<int>(sizeof...(F)); ++at) waiting[at][threadIdx.x] = all.of[at];
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half) {
      totals<F...> other;
      MANTISSA_UNROLL
      for (int at = 0; at < static_cast<int>(sizeof...(F)); ++at) other.of[at] = waiting[at][threadIdx.x + half];
      all.join(other);
    }
    __syncthreads();
  }
  return all;
}
/** Of all blocks, by one block, in its first thread. */
template <fold... F> MANTISSA_DEVICE totals<F...> join_blocks(const totals<F...> *blocks, std::int64_t count) {
  totals<F...> mine;
  for (std::int64_t k = threadIdx.x; k < count; k += THREADS) mine.join(blocks[k]);
  return join_block(mine);
}
/** Memory for one result of each block, for as long as work in this stream needs it. */
template <class T, class Work> inline cudaError_t with_memory(std::int64_t count, cudaStream_t stream, Work work) {
  void *memory = nullptr;
  const cudaError_t got = cudaMallocAsync(&memory, count * sizeof(T), stream);
  if (got != cudaSuccess) return got;
  work(static_cast<T *>(memory));
  const cudaError_t launched = cudaGetLastError(), gone = cudaFreeAsync(memory, stream);
  return launched != cudaSuccess ? launched : gone;
}
#else
/** The upper half to the lower one. */
template <fold... F> inline totals<F...> join_halves(std::vector<totals<F...>> all) {
  for (std::size_t half = all.size() / 2; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) all[k].join(all[k + half]);
  return all[0];
}
/** Combines the results of the GPU's threads block by block, in the order of the GPU. */
template <int W, fold... F> inline totals<F...> join_threads(const std::vector<accumulators<W, F...>> &threads) {
  std::vector<totals<F...>> last(THREADS);
  for (std::size_t block = 0; block * THREADS < threads.size(); ++block) {
    std::vector<totals<F...>> own;
    for (int k = 0; k < THREADS; ++k) own.push_back(threads[block * THREADS + k].together());
    last[block % THREADS].join(join_halves(std::move(own)));
  }
  return join_halves(std::move(last));
}
#endif

}  // namespace mantissa
#endif
