// C's math functions that are not in elementary.h, for fp64x2 and fp64x4, computed from those in it. Library functions serve only as
// first guesses, which are corrected to the format's full length. fp32x2 computes in double, as elementary-narrow.h does.
//
//   atan2   t₀ = C's, then t + (y·cos t − x·sin t)/(x·cos t + y·sin t), whose error is the cube of the correction
//   cbrt    Newton's r − (r³ − x)/(3r²)
//   log1p   2·artanh(x/(2 + x)) near 0; else log u + (x − (u − 1))/u, u = 1 + x rounded
// Missing are erf, erfc, tgamma, lgamma, sinpi, cospi and remainder: a program computes those in double (src/program/math-twins.ts).
#pragma once

#include "elementary-narrow.h"

namespace mx_runtime {
namespace detail {

template <class W> constexpr int corrections = std::is_same<W, fp64x4>::value ? 2 : 1;
template <class W> MX_HD W ln10() { return W(3.0) * ln2<W>() + log_of_sixteenths<W>(9); }  // 10 = 2³·20/16

template <class W> MX_HD W small_expm1(const W &x) {
  W s = expm1_series(ldexp(x, -series_size<W>::halvings));
  for (int i = 0; i < series_size<W>::halvings; i++) s = ldexp(s, 1) + s * s;
  return s;
}

template <class W> MX_HD W small_log1p(const W &x) {
  const W s = x / (W(2.0) + x), square = s * s;
  W p = inverse_odd<W>(series_size<W>::log);
  for (int j = series_size<W>::log - 1; j >= 1; j--) p = p * square + inverse_odd<W>(j);
  return ldexp(s + s * square * p, 1);
}

}  // namespace detail

#define MX_FUNCTION(name) template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MX_HD W name(const W &x)
#define MX_FUNCTION_OF_TWO(name) \
  template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MX_HD W name(const W &x, const W &y)

MX_FUNCTION(tan) { return sin(x) / cos(x); }
MX_FUNCTION(rsqrt) { return W(1.0) / sqrt(x); }
MX_FUNCTION(expm1) { return std::fabs(head_of(x)) < 0.34 ? detail::small_expm1(x) : exp(x) - W(1.0); }
MX_FUNCTION(exp2) { return floor(x) == x && std::fabs(head_of(x)) < 2000 ? ldexp(W(1.0), int(head_of(x))) : exp(x * detail::ln2<W>()); }
MX_FUNCTION(exp10) { return pow(W(10.0), x); }
MX_FUNCTION(log2) {
  int k;
  return std::frexp(head_of(x), &k) == 0.5 && x == W(head_of(x)) ? W(double(k - 1)) : log(x) / detail::ln2<W>();
}
MX_FUNCTION(log10) { return log(x) / detail::ln10<W>(); }
MX_FUNCTION(log1p) {
  if (std::fabs(head_of(x)) < 0.03125) return detail::small_log1p(x);
  const W u = W(1.0) + x;
  return is_ordinary(head_of(u)) ? log(u) + (x - (u - W(1.0))) / u : log(u);
}

MX_FUNCTION_OF_TWO(atan2) {
  const double guess = std::atan2(head_of(x), head_of(y));  // C's order: atan2(y, x)
  const bool is_special = !is_finite(head_of(x)) || !is_finite(head_of(y)) || (head_of(x) == 0 && !(head_of(y) < 0));
  if (is_special && std::fabs(guess) != 1.5707963267948966) return W(guess);
  if (is_special) return guess < 0 ? -detail::half_pi<W>() : detail::half_pi<W>();
  W t(guess);
  for (int i = 0; i < detail::corrections<W>; i++) {
    const W s = sin(t), c = cos(t);
    t = t + (x * c - y * s) / (y * c + x * s);
  }
  return t;
}
MX_FUNCTION(atan) { return atan2(x, W(1.0)); }
MX_FUNCTION(asin) { return atan2(x, sqrt((W(1.0) - x) * (W(1.0) + x))); }
MX_FUNCTION(acos) { return atan2(sqrt((W(1.0) - x) * (W(1.0) + x)), x); }

MX_FUNCTION(sinh) {
  if (std::fabs(head_of(x)) >= 0.34) return ldexp(exp(x) - exp(-x), -1);
  const W e = detail::small_expm1(x);
  return ldexp(e + e / (e + W(1.0)), -1);
}
MX_FUNCTION(cosh) { return ldexp(exp(x) + exp(-x), -1); }
MX_FUNCTION(tanh) {
  if (std::fabs(head_of(x)) > 150) return W(head_of(x) < 0 ? -1.0 : 1.0);
  const W e = expm1(ldexp(x, 1));
  return e / (e + W(2.0));
}
MX_FUNCTION(asinh) {
  const W a = abs(x);
  const W z = log1p(a + a * a / (W(1.0) + sqrt(W(1.0) + a * a)));
  return head_of(x) < 0 ? -z : z;
}
MX_FUNCTION(acosh) {
  const W t = x - W(1.0);
  return log1p(t + sqrt(ldexp(t, 1) + t * t));
}
MX_FUNCTION(atanh) { return ldexp(log1p(ldexp(x, 1) / (W(1.0) - x)), -1); }

MX_FUNCTION(cbrt) {
  const double guess = std::cbrt(head_of(x));
  if (!is_ordinary(guess)) return W(guess);
  W r(guess);
  for (int i = 0; i < detail::corrections<W>; i++) r = r - (r * r * r - x) / (W(3.0) * (r * r));
  return r;
}
MX_FUNCTION(rcbrt) { return W(1.0) / cbrt(x); }
MX_FUNCTION_OF_TWO(hypot) {
  const double larger = std::fmax(std::fabs(head_of(x)), std::fabs(head_of(y)));
  if (!is_ordinary(larger)) return W(std::hypot(head_of(x), head_of(y)));
  int k;
  std::frexp(larger, &k);
  const W a = ldexp(x, -k), b = ldexp(y, -k);
  return ldexp(sqrt(a * a + b * b), k);
}
#undef MX_FUNCTION
#undef MX_FUNCTION_OF_TWO

#define MX_FUNCTION(f)                                                                                      \
  MX_HD fp32x2 f(fp32x2 x) {                                                                                \
    if (detail::is_double(x)) return convert<fp32x2>(double(std::f(convert<double>(x))));                   \
    return convert<fp32x2>(f(convert<fp64x2>(x)));                                                          \
  }
MX_FUNCTION(tan) MX_FUNCTION(expm1) MX_FUNCTION(exp2) MX_FUNCTION(log2) MX_FUNCTION(log10) MX_FUNCTION(log1p)
MX_FUNCTION(atan) MX_FUNCTION(asin) MX_FUNCTION(acos) MX_FUNCTION(sinh) MX_FUNCTION(cosh) MX_FUNCTION(tanh)
MX_FUNCTION(asinh) MX_FUNCTION(acosh) MX_FUNCTION(atanh) MX_FUNCTION(cbrt)
#undef MX_FUNCTION
MX_HD fp32x2 rcbrt(fp32x2 x) { return fp32x2(1.0f) / cbrt(x); }
MX_HD fp32x2 exp10(fp32x2 x) { return pow(fp32x2(10.0f), x); }
MX_HD fp32x2 atan2(fp32x2 y, fp32x2 x) { return convert<fp32x2>(std::atan2(convert<double>(y), convert<double>(x))); }
MX_HD fp32x2 hypot(fp32x2 x, fp32x2 y) { return convert<fp32x2>(std::hypot(convert<double>(x), convert<double>(y))); }

// for every multi-word format
#define MX_FUNCTION(name) template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W name(const W &x)
#define MX_FUNCTION_OF_TWO(name) \
  template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W name(const W &x, const W &y)
MX_FUNCTION(round) {
  const W whole = trunc(x);
  if (abs(x - whole) < W(0.5f)) return whole;
  return whole + W(std::signbit(head_of(x)) ? -1.0f : 1.0f);
}
MX_FUNCTION(rint) {
  const W below = floor(x), rest = x - below;
  const bool is_up = rest > W(0.5f) || (rest == W(0.5f) && floor(ldexp(below, -1)) != ldexp(below, -1));
  return is_up ? below + W(1.0f) : below;
}
MX_FUNCTION(nearbyint) { return rint(x); }
MX_FUNCTION_OF_TWO(copysign) { return std::signbit(head_of(x)) == std::signbit(head_of(y)) ? x : -x; }
MX_FUNCTION_OF_TWO(fdim) { return x > y ? x - y : x == x && y == y ? W(0.0f) : W(x - y); }
/** Exact as C's while the quotient is below the format's 2^p. */
MX_FUNCTION_OF_TWO(fmod) {
  const W rest = x - trunc(x / y) * y;
  if (rest == W(0.0f)) return copysign(rest, x);
  if (std::signbit(head_of(rest)) != std::signbit(head_of(x))) return rest + copysign(y, x);
  return abs(rest) >= abs(y) ? rest - copysign(y, x) : rest;
}
#undef MX_FUNCTION
#undef MX_FUNCTION_OF_TWO

template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD void sincos(const W &x, W *sine, W *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MX_HD W modf(const W &x, W *whole) {
  *whole = trunc(x);
  return x - *whole;
}

// two formats, or a format and an integer, in the one they meet in
#define MX_MIXED(name)                                                                                             \
  template <class A, class B, std::enable_if_t<is_multi_part_mix<A, B>, int> = 0> MX_HD meet_t<A, B> name(const A &a, const B &b) { \
    return name(convert<meet_t<A, B>>(a), convert<meet_t<A, B>>(b));                                               \
  }
MX_MIXED(atan2) MX_MIXED(hypot) MX_MIXED(fmod) MX_MIXED(fdim) MX_MIXED(copysign)
#undef MX_MIXED

}  // namespace mx_runtime
