// CUDA's mathematics beyond the C library's, and its min, max and abs.
//
// Accuracy: what CUDA computes as one function is composed here of the C library's: rsqrt(x) is 1/sqrt(x), two roundings, where
// CUDA's has one of at most 2 ulp (double) or 2 ulp (float); norm3d is a scaled square root; sinpi reduces its argument exactly.
// The float functions compute in double and round once, so they are as good as correctly rounded.
#pragma once
#include "../host_defines.h"

namespace mx_runtime::port {

inline double sin_pi(double x) {
  const double r = std::fabs(std::remainder(x, 2.0));  // exact, in [0, 1]
  if (x != x || std::isinf(x)) return x - x;
  const double s = r == std::floor(r) ? 0.0 : r <= 0.25 ? std::sin(r * M_PI) : r < 0.75 ? std::cos((0.5 - r) * M_PI) : std::sin((1 - r) * M_PI);
  return std::copysign(s, s == 0 ? x : std::remainder(x, 2.0));
}
inline double cos_pi(double x) {
  const double r = std::fabs(std::remainder(x, 2.0));
  if (x != x || std::isinf(x)) return x - x;
  return r == 0.5 ? 0.0 : r <= 0.25 ? std::cos(r * M_PI) : r < 0.75 ? std::sin((0.5 - r) * M_PI) : -std::cos((1 - r) * M_PI);
}
inline double euclidean_norm(const double *p, int n) {
  double largest = 0;
  for (int k = 0; k < n; k++) {
    if (std::isinf(p[k])) return INFINITY;
    largest = std::fmax(largest, std::fabs(p[k]));
    if (p[k] != p[k]) return p[k];
  }
  if (largest == 0) return 0;
  const double scale = std::scalbn(1.0, -std::ilogb(largest));
  double sum = 0;
  for (int k = 0; k < n; k++) sum += (p[k] * scale) * (p[k] * scale);
  return std::sqrt(sum) / scale;
}
inline double normal_quantile(double p) {
  if (p == 0.5) return 0;
  if (!(p > 0 && p < 1)) return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
  // Newton's steps on erfc from a logarithmic guess; symmetric about 1/2
  const double tail = p < 0.5 ? p : 1 - p;
  double z = std::sqrt(-2 * std::log(tail));
  z = z - (2.515517 + z * (0.802853 + z * 0.010328)) / (1 + z * (1.432788 + z * (0.189269 + z * 0.001308)));
  for (int k = 0; k < 4; k++) {
    const double error = 0.5 * std::erfc(z * M_SQRT1_2) - tail;
    const double density = std::exp(-0.5 * z * z) * 0.3989422804014327;
    if (density == 0) break;
    const double step = error / density;
    z += step / (1 - 0.5 * z * step);
  }
  return p < 0.5 ? -z : z;
}
inline double inverse_erf(double x) {
  if (!(x > -1 && x < 1)) return x == 1 ? INFINITY : x == -1 ? -INFINITY : NAN;
  double y = x < 0 ? -normal_quantile((1 + -x) / 2) * M_SQRT1_2 : normal_quantile((1 + x) / 2) * M_SQRT1_2;
  if (x == 0) return x;
  for (int k = 0; k < 2; k++) y -= (std::erf(y) - x) / (1.1283791670955126 * std::exp(-y * y));
  return y;
}
inline double scaled_erfc(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  // the continued fraction's first terms: beyond 25 they leave less than an ulp
  const double s = 1 / (x * x);
  return 0.5641895835477563 / x * (1 - s / 2 * (1 - 3 * s / 2 * (1 - 5 * s / 2)));
}
/** The modified Bessel function of order 0 or 1 by its power series, or its asymptotic one for large x. */
inline double bessel_i(int order, double x) {
  const double a = std::fabs(x);
  double term, sum;
  if (a < 40) {
    term = sum = order ? a / 2 : 1;
    for (int k = 1; term > sum * 1e-18; k++) sum += term *= (a / 2) * (a / 2) / (k * double(k + order));
  } else {
    term = sum = 1;
    for (int k = 1; k < 30; k++) {
      term *= -(4.0 * order * order - (2 * k - 1) * (2 * k - 1)) / (k * 8 * a);
      if (std::fabs(term) < 1e-17) break;
      sum += term;
    }
    sum *= std::exp(a) / std::sqrt(2 * M_PI * a);
  }
  return order && x < 0 ? -sum : sum;
}

}  // namespace mx_runtime::port

// double name(double), float namef(float), float name(float); what an integer gives is a double, as for the C library's
#define UNARY(name, expression)                                                                \
  inline double name(double x) { return expression; }                                          \
  inline float name##f(float y) { const double x = y; return float(expression); }              \
  inline float name(float x) { return name##f(x); }                                            \
  template <class I> requires std::is_integral_v<I> double name(I x) { return name(double(x)); }
inline double rsqrt(double x) { return 1 / std::sqrt(x); }
inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
template <class I> requires std::is_integral_v<I> double rsqrt(I x) { return rsqrt(double(x)); }
UNARY(rcbrt, 1 / std::cbrt(x))
UNARY(sinpi, mx_runtime::port::sin_pi(x))
UNARY(cospi, mx_runtime::port::cos_pi(x))
UNARY(erfinv, mx_runtime::port::inverse_erf(x))
UNARY(erfcinv, x < 0.5 ? -mx_runtime::port::normal_quantile(x / 2) * M_SQRT1_2 : mx_runtime::port::inverse_erf(1 - x))
UNARY(erfcx, mx_runtime::port::scaled_erfc(x))
UNARY(normcdf, 0.5 * std::erfc(-x * M_SQRT1_2))
UNARY(normcdfinv, mx_runtime::port::normal_quantile(x))
UNARY(cyl_bessel_i0, mx_runtime::port::bessel_i(0, x))
UNARY(cyl_bessel_i1, mx_runtime::port::bessel_i(1, x))
#undef UNARY

// both C libraries have exp10, exp10f, sincos, sincosf, j0f and their kin as extensions, which C++ always shows
inline float exp10(float x) { return ::exp10f(x); }
inline void sincos(float x, float *sine, float *cosine) { *sine = std::sin(x), *cosine = std::cos(x); }
inline void sincospi(double x, double *sine, double *cosine) { *sine = sinpi(x), *cosine = cospi(x); }
inline void sincospif(float x, float *sine, float *cosine) { *sine = sinpif(x), *cosine = cospif(x); }
inline void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }

inline double fdivide(double x, double y) { return x / y; }
inline float fdividef(float x, float y) { return x / y; }
inline double rhypot(double a, double b) { return 1 / std::hypot(a, b); }
inline float rhypotf(float a, float b) { return float(1 / std::hypot(double(a), double(b))); }
inline double norm(int n, const double *p) { return mx_runtime::port::euclidean_norm(p, n); }
inline double rnorm(int n, const double *p) { return 1 / norm(n, p); }
inline double norm3d(double a, double b, double c) { const double p[] = {a, b, c}; return norm(3, p); }
inline double norm4d(double a, double b, double c, double d) { const double p[] = {a, b, c, d}; return norm(4, p); }
inline double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
inline double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
inline float norm3df(float a, float b, float c) { return float(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) { return float(norm4d(a, b, c, d)); }
inline float rnorm3df(float a, float b, float c) { return float(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) { return float(rnorm4d(a, b, c, d)); }
inline float normf(int n, const float *p) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += double(p[k]) * p[k];
  return float(std::sqrt(sum));
}
inline float rnormf(int n, const float *p) { return 1 / normf(n, p); }

inline float j0(float x) { return j0f(x); }
inline float j1(float x) { return j1f(x); }
inline float jn(int n, float x) { return jnf(n, x); }
inline float y0(float x) { return y0f(x); }
inline float y1(float x) { return y1f(x); }
inline float yn(int n, float x) { return ynf(n, x); }

namespace mx_runtime::port {

// of a NaN and a number, the number; −0 is below 0
template <class T> T smaller_number(T a, T b) { return a < b || b != b || (a == b && std::signbit(a)) ? a : b; }
template <class T> T larger_number(T a, T b) { return a > b || b != b || (a == b && std::signbit(b)) ? a : b; }

}  // namespace mx_runtime::port

#ifndef MANTISSA_PORT_HOST_UNIT
// of two integers that differ in signedness the result is unsigned; of float and double it is double
#define EXTREMUM_OF(name, R, A, B, expression) inline R name(A x, B y) { const R a = x, b = y; return expression; }
#define EXTREMA_OF(name, I, U, expression) \
  EXTREMUM_OF(name, I, I, I, expression) EXTREMUM_OF(name, U, U, U, expression) \
  EXTREMUM_OF(name, U, I, U, expression) EXTREMUM_OF(name, U, U, I, expression)
#define EXTREMA(name, floating, expression) \
  EXTREMA_OF(name, int, unsigned, expression) EXTREMA_OF(name, long, unsigned long, expression) \
  EXTREMA_OF(name, long long, unsigned long long, expression) \
  EXTREMUM_OF(name, float, float, float, floating(a, b)) EXTREMUM_OF(name, double, double, double, floating(a, b)) \
  EXTREMUM_OF(name, double, float, double, floating(a, b)) EXTREMUM_OF(name, double, double, float, floating(a, b))
EXTREMA(min, mx_runtime::port::smaller_number, b < a ? b : a)
EXTREMA(max, mx_runtime::port::larger_number, a < b ? b : a)
#undef EXTREMA
#undef EXTREMA_OF
#undef EXTREMUM_OF
inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
inline long long llmin(long long a, long long b) { return min(a, b); }
inline long long llmax(long long a, long long b) { return max(a, b); }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
#endif
