// The carrier of a reference run (MX_MODE 3): every tunable site is an fp64x2 and every operation is computed in it, whatever the
// configuration says. Functions the format library lacks are computed in double; they limit the reference to double there.
// Constants keep the double the source gives them. C++17.
#pragma once

#include <cmath>
#include <type_traits>

#include "../formats/fp64x2.h"

struct alignas(16) mx_real {
  double hi, lo;

  mx_real() = default;
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0>
  MX_HD constexpr mx_real(X x) : hi(static_cast<double>(x)), lo(sizeof(X) > 4 && std::is_integral_v<X> ? static_cast<double>(x - static_cast<X>(static_cast<double>(x))) : 0.0) {}
  // an object that converts to a number on demand
  template <class X, class Class = std::remove_cv_t<std::remove_reference_t<X>>,
            std::enable_if_t<std::is_class_v<Class> && !std::is_same_v<Class, mx_real> && !std::is_same_v<Class, mx_runtime::fp64x2> && std::is_convertible_v<X, double>, int> = 0>
  MX_HD mx_real(X &&x) : hi(static_cast<double>(x)), lo(0.0) {}
  MX_HD mx_real(const mx_runtime::fp64x2 &x) : hi(x.hi), lo(x.lo) {}
  MX_HD operator double() const { return hi; }
  MX_HD mx_runtime::fp64x2 wide() const { return mx_runtime::fp64x2(hi, lo); }
};

MX_HD mx_runtime::fp64x2 mx_wide(const mx_real &x) { return x.wide(); }

// operations that were left as the source has them still meet in the carrier
#define MX_OPERATOR(op)                                                                                                     \
  MX_HD mx_real operator op(const mx_real &a, const mx_real &b) { return mx_real(a.wide() op b.wide()); }                  \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0>                                                    \
  MX_HD mx_real operator op(const mx_real &a, X b) { return mx_real(a.wide() op mx_real(b).wide()); }                      \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0>                                                    \
  MX_HD mx_real operator op(X a, const mx_real &b) { return mx_real(mx_real(a).wide() op b.wide()); }                      \
  template <class X> MX_HD mx_real &operator op##=(mx_real &a, const X &b) { return a = a op mx_real(b); }
MX_OPERATOR(+)
MX_OPERATOR(-)
MX_OPERATOR(*)
MX_OPERATOR(/)
#undef MX_OPERATOR
MX_HD mx_real operator-(const mx_real &a) { return mx_real(-a.wide()); }
MX_HD mx_real operator+(const mx_real &a) { return a; }

#define MX_OPERATOR(op)                                                                                                     \
  MX_HD bool operator op(const mx_real &a, const mx_real &b) { return a.wide() op b.wide(); }                              \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0>                                                    \
  MX_HD bool operator op(const mx_real &a, X b) { return a.wide() op mx_real(b).wide(); }                                  \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0>                                                    \
  MX_HD bool operator op(X a, const mx_real &b) { return mx_real(a).wide() op b.wide(); }
MX_OPERATOR(<)
MX_OPERATOR(>)
MX_OPERATOR(<=)
MX_OPERATOR(>=)
MX_OPERATOR(==)
MX_OPERATOR(!=)
#undef MX_OPERATOR

MX_HD mx_real mx_store(int, const mx_real &value) { return value; }
MX_HD mx_real mx_store_of(int, int, const mx_real &value) { return value; }
MX_HD double mx_out(const mx_real &value) { return value.hi; }
MX_HD mx_real mx_carry(const mx_real &value) { return value; }
MX_HD mx_real mx_as(int, const mx_real &value) { return value; }
#include "carried-integers.h"
MX_HD double mx_class(int number, const mx_real &x) { return mx_class_in((number, 'd'), x); }

MX_HD mx_real mx_add(int, const mx_real &a, const mx_real &b) { return a + b; }
MX_HD mx_real mx_sub(int, const mx_real &a, const mx_real &b) { return a - b; }
MX_HD mx_real mx_mul(int, const mx_real &a, const mx_real &b) { return a * b; }
MX_HD mx_real mx_div(int, const mx_real &a, const mx_real &b) { return a / b; }
MX_HD mx_real mx_neg(int, const mx_real &a) { return -a; }
MX_HD bool mx_lt(int, const mx_real &a, const mx_real &b) { return a < b; }
MX_HD bool mx_gt(int, const mx_real &a, const mx_real &b) { return a > b; }
MX_HD bool mx_le(int, const mx_real &a, const mx_real &b) { return a <= b; }
MX_HD bool mx_ge(int, const mx_real &a, const mx_real &b) { return a >= b; }
MX_HD bool mx_eq(int, const mx_real &a, const mx_real &b) { return a == b; }
MX_HD bool mx_ne(int, const mx_real &a, const mx_real &b) { return a != b; }
MX_HD mx_real mx_std_min(int, const mx_real &a, const mx_real &b) { return b < a ? b : a; }
MX_HD mx_real mx_std_max(int, const mx_real &a, const mx_real &b) { return a < b ? b : a; }

template <class Target> MX_HD Target &mx_assign_add(int n, int, Target &t, const mx_real &v) { return t = (Target) mx_add(n, t, v); }
template <class Target> MX_HD Target &mx_assign_sub(int n, int, Target &t, const mx_real &v) { return t = (Target) mx_sub(n, t, v); }
template <class Target> MX_HD Target &mx_assign_mul(int n, int, Target &t, const mx_real &v) { return t = (Target) mx_mul(n, t, v); }
template <class Target> MX_HD Target &mx_assign_div(int n, int, Target &t, const mx_real &v) { return t = (Target) mx_div(n, t, v); }
template <class Target> MX_HD Target &mx_rounded(int, Target &t) { return t; }
template <class Iterator> Iterator mx_rounded_range(int, Iterator first, Iterator) { return first; }
template <class How, class Target> MX_HD Target &mx_assign_integer(How how, int n, Target &t, const mx_real &v) { return t = (Target) (double) how(n, mx_real(t), v); }
template <class Target> MX_HD Target mx_postfix(int n, int s, Target &t, const mx_real &step) {
  const Target before = t;
  mx_assign_add(n, s, t, step);
  return before;
}
// other storage keeps its declared type
template <class Target> MX_HD mx_real mx_atomicAdd(int n, int, Target *t, const mx_real &v) {
#if MX_ON_DEVICE
  if constexpr (std::is_same_v<Target, mx_real>) return mx_real(mx_runtime::atomic_add(reinterpret_cast<mx_runtime::fp64x2 *>(t), v.wide()));
  else return mx_real(atomicAdd(t, static_cast<Target>(v.hi)));
#else
  const mx_real before = *t;
  *t = (Target) mx_add(n, before, v);
  return before;
#endif
}
template <class Target> MX_HD mx_real mx_atomicExch(int, int, Target *t, const mx_real &v) {
#if MX_ON_DEVICE && __CUDA_ARCH__ >= 900
  if constexpr (std::is_same_v<Target, mx_real>) {
    unsigned __int128 wanted;
    memcpy(&wanted, &v, sizeof wanted);
    const unsigned __int128 seen = atomicExch(reinterpret_cast<unsigned __int128 *>(t), wanted);
    mx_real before;
    memcpy(&before, &seen, sizeof before);
    return before;
  }
#endif
  const mx_real before = *t;
  *t = (Target) v;
  return before;
}

// functions in fp64x2 where the format library has them, in double otherwise
#define MX_WIDE(name, expression) MX_HD mx_real mx_math_##name(int, const mx_real &a) { const mx_runtime::fp64x2 x = a.wide(); return mx_real(expression); }
MX_WIDE(sqrt, mx_runtime::sqrt(x))
MX_WIDE(rsqrt, mx_runtime::fp64x2(1.0) / mx_runtime::sqrt(x))
MX_WIDE(exp, mx_runtime::exp(x))
MX_WIDE(log, mx_runtime::log(x))
MX_WIDE(sin, mx_runtime::sin(x))
MX_WIDE(cos, mx_runtime::cos(x))
MX_WIDE(tan, mx_runtime::sin(x) / mx_runtime::cos(x))
MX_WIDE(fabs, mx_runtime::abs(x))
MX_WIDE(floor, mx_runtime::floor(x))
MX_WIDE(ceil, mx_runtime::ceil(x))
MX_WIDE(trunc, mx_runtime::trunc(x))
MX_WIDE(sinh, (mx_runtime::exp(x) - mx_runtime::exp(-x)) * 0.5)
MX_WIDE(cosh, (mx_runtime::exp(x) + mx_runtime::exp(-x)) * 0.5)
#undef MX_WIDE
MX_HD mx_real mx_math_pow(int, const mx_real &a, const mx_real &b) { return mx_real(mx_runtime::pow(a.wide(), b.wide())); }
MX_HD mx_real mx_math_fmin(int, const mx_real &a, const mx_real &b) { return a < b || b != b ? a : b; }
MX_HD mx_real mx_math_fmax(int, const mx_real &a, const mx_real &b) { return a > b || b != b ? a : b; }
MX_HD mx_real mx_math_hypot(int, const mx_real &a, const mx_real &b) { return mx_real(mx_runtime::sqrt(a.wide() * a.wide() + b.wide() * b.wide())); }
MX_HD mx_real mx_math_fma(int, const mx_real &a, const mx_real &b, const mx_real &c) { return a * b + c; }
MX_HD mx_real mx_math_copysign(int, const mx_real &a, const mx_real &b) { return std::signbit(a.hi) == std::signbit(b.hi) ? a : -a; }
#define MX_DOUBLE(name) MX_HD mx_real mx_math_##name(int, const mx_real &a) { return mx_real(name(a.hi)); }
MX_DOUBLE(cbrt) MX_DOUBLE(exp2) MX_DOUBLE(expm1) MX_DOUBLE(log2) MX_DOUBLE(log10) MX_DOUBLE(log1p) MX_DOUBLE(asin) MX_DOUBLE(acos)
MX_DOUBLE(atan) MX_DOUBLE(tanh) MX_DOUBLE(asinh) MX_DOUBLE(acosh) MX_DOUBLE(atanh) MX_DOUBLE(erf) MX_DOUBLE(erfc) MX_DOUBLE(tgamma)
MX_DOUBLE(lgamma) MX_DOUBLE(round) MX_DOUBLE(rint) MX_DOUBLE(nearbyint)
#ifdef MX_WITH_CUDA
MX_DOUBLE(rcbrt) MX_DOUBLE(exp10) MX_DOUBLE(sinpi) MX_DOUBLE(cospi)
#endif
#ifdef MX_WITH_CUDA_TYPES
MX_HD double1 mx_store(int, double1 v) { return v; }
MX_HD double2 mx_store(int, double2 v) { return v; }
MX_HD double3 mx_store(int, double3 v) { return v; }
MX_HD double4 mx_store(int, double4 v) { return v; }
MX_HD double1 mx_store(int, float1 v) { return make_double1(v.x); }
MX_HD double2 mx_store(int, float2 v) { return make_double2(v.x, v.y); }
MX_HD double3 mx_store(int, float3 v) { return make_double3(v.x, v.y, v.z); }
MX_HD double4 mx_store(int, float4 v) { return make_double4(v.x, v.y, v.z, v.w); }
#endif
#undef MX_DOUBLE
#define MX_DOUBLE(name) MX_HD mx_real mx_math_##name(int, const mx_real &a, const mx_real &b) { return mx_real(name(a.hi, b.hi)); }
MX_DOUBLE(atan2) MX_DOUBLE(fmod) MX_DOUBLE(fdim) MX_DOUBLE(remainder)
#undef MX_DOUBLE

typedef mx_real mx_number;
#include "order.h"

// `in >> x`: read as the double it is there
template <class Target> struct mx_extraction { Target &target; };
template <class Target> mx_extraction<Target> mx_extracted(int, Target &target) { return {target}; }
template <class Stream, class Target> Stream &operator>>(Stream &in, mx_extraction<Target> into) {
  double read = (double) into.target;
  in >> read;
  into.target = (Target) read;
  return in;
}

// `std::tie(x, y) = f()`
template <class Target> struct mx_settling { Target &target; };
template <class Target> mx_settling<Target> mx_settled(int, Target &target) { return {target}; }

// functions that write their results through pointers; components of vectors stay double
template <class Target> MX_HD void mx_math_sincos(int, int, const mx_real &a, Target *sine, Target *cosine) {
  *sine = (Target) mx_real(mx_runtime::sin(a.wide()));
  *cosine = (Target) mx_real(mx_runtime::cos(a.wide()));
}
#ifdef MX_WITH_CUDA
template <class Target> MX_HD void mx_math_sincospi(int, int, const mx_real &a, Target *sine, Target *cosine) {
  *sine = (Target) mx_real(sinpi(a.hi));
  *cosine = (Target) mx_real(cospi(a.hi));
}
#endif
template <class Target> MX_HD mx_real mx_math_modf(int, int, const mx_real &a, Target *whole) {
  const mx_real part(mx_runtime::trunc(a.wide()));
  *whole = (Target) part;
  return a - part;
}

#include "class-carrier.h"
