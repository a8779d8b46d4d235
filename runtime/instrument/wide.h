// The carrier of emulated runs with formats wider than fp64 (MX_MODE 4): every tunable site is MX_PARTS doubles, two or, where a table has
// fp64x4, four, and every number in it has the format that the table says of the site or the operation it comes from (w fp64x2, x fp64x4,
// f fp32x2, and those of mantissa_instrument.h).
// An operation converts its operands to its format and computes there, with the functions and operators of the header that patches bring: what
// it computes is what the patched program computes, part by part. With MX_PADDED it takes a power of two of bytes (src/rewrite/size-uses.ts). C++17 and CUDA. On a GPU operations are calls, since five ways to compute
// each, unfolded everywhere, would take a compiler hours; and none is fused with another.
#pragma once

#include <cmath>
#include <cstdlib>
#include <type_traits>

#define MX_WIDE_ONLY
#include "../formats/fp32x2.h"
#include "../formats/fp64x2.h"
#include "../formats/fp64x4.h"
#include "../formats/full-digits.h"
#undef MX_WIDE_ONLY

#include "library-calls.h"

#if MX_ON_GPU
#define MX_OPERATION_FORMAT(number) mx_gpu_letter(number)
#define MX_SITE_FORMAT(site) mx_gpu_letter(MX_OPERATIONS + (site))
#define MX_CHOICE_FORMAT(choice) mx_gpu_letter(MX_OPERATIONS + MX_SITES + (choice))
static __device__ inline char mx_gpu_letter(int place) {
  const char letter = mx_gpu_formats[place];
  if (!letter) mx_gpu_trap();
  return letter;
}
#define MX_AS_A_CALL MX_HD __noinline__
#else
#define MX_OPERATION_FORMAT(number) mx_operation_formats[number]
#define MX_SITE_FORMAT(site) mx_site_formats[site]
#define MX_CHOICE_FORMAT(choice) mx_choice_formats[choice]
#define MX_AS_A_CALL MX_HD
#endif

// unreachable with any table
MX_HD void mx_never() {
#if MX_ON_GPU
  __trap();
#else
  std::abort();
#endif
}

#if MX_PARTS == 4
typedef mx_runtime::fp64x4 mx_widest;
#define MX_OF_FOUR(...) __VA_ARGS__
#else
typedef mx_runtime::fp64x2 mx_widest;
#define MX_OF_FOUR(...)
#endif

#ifdef MX_PADDED
#define MX_STORED (MX_PARTS == 4 ? 7 : 3)
#else
#define MX_STORED MX_PARTS
#endif

struct mx_real {
  double part[MX_STORED];
  long format; // the letter; 0 of a number that has none yet

  mx_real() = default;
#if MX_PARTS == 4
  MX_HD constexpr mx_real(double a, double b, double c, double d, long letter = 0) : part{a, b, c, d}, format(letter) {}
  MX_HD constexpr mx_real(const mx_widest &x, long letter) : mx_real(x.part[0], x.part[1], x.part[2], x.part[3], letter) {}
  MX_HD constexpr mx_widest exact() const { return {part[0], part[1], part[2], part[3]}; }
#else
  MX_HD constexpr mx_real(double a, double b, double, double, long letter = 0) : part{a, b}, format(letter) {}
  MX_HD constexpr mx_real(const mx_widest &x, long letter) : part{x.hi, x.lo}, format(letter) {}
  MX_HD constexpr mx_widest exact() const { return {part[0], part[1]}; }
#endif
  template <class X, std::enable_if_t<std::is_arithmetic_v<X> && (std::is_floating_point_v<X> || sizeof(X) <= 4), int> = 0>
  MX_HD constexpr mx_real(X x) : part{static_cast<double>(x)}, format(0) {}
  // an integer of 64 bits, in two parts
  template <class X, std::enable_if_t<std::is_integral_v<X> && (sizeof(X) > 4), int> = 0>
  MX_HD constexpr mx_real(X x) : mx_real(static_cast<double>(x / 4294967296) * 4294967296.0, static_cast<double>(x % 4294967296)) {}
  // an object that converts to a number on demand
  template <class X, class Class = std::remove_cv_t<std::remove_reference_t<X>>,
            std::enable_if_t<std::is_class_v<Class> && !std::is_same_v<Class, mx_real> && !mx_runtime::is_multi_part<Class> && std::is_convertible_v<X, double>, int> = 0>
  MX_HD mx_real(X &&x) : mx_real(static_cast<double>(x)) {}

  template <class To> MX_HD To in() const {
    if constexpr (std::is_same_v<To, mx_widest>) return exact();
    else if constexpr (std::is_same_v<To, mx_runtime::fp64x2>) return part[MX_PARTS / 2] == 0 ? To(part[0], part[1]) : mx_runtime::convert<To>(exact());
    else if constexpr (std::is_floating_point_v<To>) return part[1] == 0 ? static_cast<To>(part[0]) : mx_runtime::convert<To>(exact());
    else return mx_runtime::convert<To>(exact());
  }
  MX_HD constexpr operator double() const { return part[1] == 0 ? part[0] : in<double>(); }
  MX_HD explicit operator float() const { return in<float>(); }
  template <class X, std::enable_if_t<std::is_integral_v<X>, int> = 0> MX_HD explicit operator X() const {
    return part[1] == 0 ? static_cast<X>(part[0]) : in<X>();
  }

 private:
  MX_HD constexpr mx_real(double high, double low) : part{high + low, low - (high + low - high)}, format(0) {}
};

MX_HD mx_real mx_carried(char format, double x) { return mx_real(x, 0, 0, 0, format); }
template <class W, std::enable_if_t<mx_runtime::is_multi_part<W>, int> = 0> MX_HD mx_real mx_carried(char format, const W &x) {
  return mx_real(mx_runtime::convert<mx_widest>(x), format);
}

// With `name` standing for the type that a format computes in, which halves do in double, rounded behind every operation.
#define MX_COMPUTE(format, name, ...)                                                        \
  switch ((format) | 32) {                                                                   \
    case 'd': { using name = double; return mx_carried('d', __VA_ARGS__); }                     \
    case 's': { using name = float; return mx_carried('s', static_cast<double>(__VA_ARGS__)); } \
    case 'w': { using name = mx_runtime::fp64x2; return mx_carried('w', __VA_ARGS__); }         \
    MX_OF_FOUR(case 'x': { using name = mx_runtime::fp64x4; return mx_carried('x', __VA_ARGS__); }) \
    case 'f': { using name = mx_runtime::fp32x2; return mx_carried('f', __VA_ARGS__); }         \
  }

MX_HD bool mx_is_summed(char format) { return format == 'w' || format == 'x' || format == 'f'; }

MX_HD double mx_half(char format, const mx_real &value) {
  const double once = value.part[1] == 0 ? value.part[0] : mx_runtime::round_to_odd(value.part[0], value.part[1]);
  return mx_round(static_cast<char>(format | 32), once);
}

MX_AS_A_CALL mx_real mx_in(char format, const mx_real &value) {
  MX_COMPUTE(format, T, value.in<T>())
  return mx_carried(static_cast<char>(format | 32), mx_half(format, value));
}

MX_HD mx_real mx_store(int site, const mx_real &value) { return mx_in(static_cast<char>(MX_SITE_FORMAT(site)), value); }
MX_HD mx_real mx_store_of(int site, int, const mx_real &value) { return mx_store(site, value); }
MX_HD mx_real mx_as(int number, const mx_real &value) { return mx_in(static_cast<char>(MX_OPERATION_FORMAT(number)), value); }
#include "carried-integers.h"
MX_HD double mx_class(int number, const mx_real &x) { return mx_class_in(static_cast<char>(MX_OPERATION_FORMAT(number)), x); }
MX_HD mx_real mx_carry(const mx_real &value) { return value; }
/* an arm of a choice, in the format that both have */
MX_HD mx_real mx_carry(int choice, const mx_real &value) { return mx_in(static_cast<char>(MX_CHOICE_FORMAT(choice)), value); }
MX_HD double mx_out(const mx_real &value) { return value; }

#define MX_OPERATION(name, op)                                                                       \
  template <class T> MX_HD T mx_once_##name(const T &a, const T &b) {                                \
    if constexpr (std::is_floating_point_v<T>) return mx_runtime::name##_rn(a, b);                   \
    else return a op b;                                                                              \
  }                                                                                                  \
  MX_AS_A_CALL mx_real mx_##name(int number, mx_real a, mx_real b) {                                 \
    const char format = static_cast<char>(MX_OPERATION_FORMAT(number));                              \
    MX_COMPUTE(format, T, mx_once_##name(a.in<T>(), b.in<T>()))                                      \
    return mx_in(format, mx_once_##name(mx_half(format, a), mx_half(format, b)));                    \
  }
MX_OPERATION(add, +)
MX_OPERATION(sub, -)
MX_OPERATION(mul, *)
MX_OPERATION(div, /)
#undef MX_OPERATION
MX_HD mx_real mx_neg(int number, mx_real a) {
  const char format = static_cast<char>(MX_OPERATION_FORMAT(number));
  MX_COMPUTE(format, T, -a.in<T>())
  return mx_in(format, -mx_half(format, a));
}
#define MX_COMPARISON(name, op)                                                                                       \
  MX_AS_A_CALL bool mx_##name(int number, mx_real a, mx_real b) { return mx_as(number, a).exact() op mx_as(number, b).exact(); }
MX_COMPARISON(lt, <)
MX_COMPARISON(gt, >)
MX_COMPARISON(le, <=)
MX_COMPARISON(ge, >=)
MX_COMPARISON(eq, ==)
MX_COMPARISON(ne, !=)
#undef MX_COMPARISON

// operations without a table entry: in double, unless an operand has more parts
#define MX_OPERATOR(op)                                                                                                      \
  MX_HD mx_real operator op(const mx_real &a, const mx_real &b) {                                                           \
    if (a.part[1] == 0 && b.part[1] == 0) return mx_real(a.part[0] op b.part[0]);                                            \
    return mx_real(a.exact() op b.exact(), MX_PARTS == 4 ? 'x' : 'w');                                                                             \
  }                                                                                                                          \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0> MX_HD mx_real operator op(const mx_real &a, X b) { return a op mx_real(b); } \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0> MX_HD mx_real operator op(X a, const mx_real &b) { return mx_real(a) op b; } \
  template <class X> MX_HD mx_real &operator op##=(mx_real &a, const X &b) { return a = a op mx_real(b); }
MX_OPERATOR(+)
MX_OPERATOR(-)
MX_OPERATOR(*)
MX_OPERATOR(/)
#undef MX_OPERATOR
MX_HD constexpr mx_real operator-(const mx_real &a) {
  mx_real negative = a;
  MX_UNROLL
  for (int i = 0; i < MX_PARTS; i++) negative.part[i] = -a.part[i];
  return negative;
}
MX_HD constexpr mx_real operator+(const mx_real &a) { return a; }
#define MX_OPERATOR(op)                                                                                               \
  MX_HD bool operator op(const mx_real &a, const mx_real &b) { return a.exact() op b.exact(); }                      \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0> MX_HD bool operator op(const mx_real &a, X b) { return a op mx_real(b); } \
  template <class X, std::enable_if_t<std::is_arithmetic_v<X>, int> = 0> MX_HD bool operator op(X a, const mx_real &b) { return mx_real(a) op b; }
MX_OPERATOR(<)
MX_OPERATOR(>)
MX_OPERATOR(<=)
MX_OPERATOR(>=)
MX_OPERATOR(==)
MX_OPERATOR(!=)
#undef MX_OPERATOR

// The overload for a multi-word format is found by its operands; tables never request a missing one.
#define MX_OF_SUM(wide, letter, T, ...) case letter: return mx_carried(letter, mx_of_parts_##wide<mx_runtime::T>(0, __VA_ARGS__));
#define MX_MATH_1(wide, narrow)                                                                                                \
  template <class W> MX_HD auto mx_of_parts_##wide(int, const W &a) -> decltype(W(wide(a))) { return wide(a); }               \
  template <class W> MX_HD W mx_of_parts_##wide(long, const W &) { mx_never(); return W(); }                                            \
  MX_AS_A_CALL mx_real mx_math_##wide(int number, mx_real a) {                                                                       \
    const char format = static_cast<char>(MX_OPERATION_FORMAT(number));                                                        \
    switch (format | 32) {                                                                                                     \
      case 'd': return mx_carried('d', static_cast<double>(wide(a.in<double>())));                                             \
      case 's': return mx_carried('s', static_cast<double>(narrow(a.in<float>())));                                            \
      MX_OF_SUM(wide, 'w', fp64x2, a.in<mx_runtime::fp64x2>())                                                                 \
      MX_OF_FOUR(MX_OF_SUM(wide, 'x', fp64x4, a.in<mx_runtime::fp64x4>()))                                                                 \
      MX_OF_SUM(wide, 'f', fp32x2, a.in<mx_runtime::fp32x2>())                                                                 \
    }                                                                                                                          \
    return mx_in(format, static_cast<double>(narrow(static_cast<float>(mx_half(format, a)))));                                 \
  }
#define MX_MATH_2(wide, narrow)                                                                                                \
  template <class W> MX_HD auto mx_of_parts_##wide(int, const W &a, const W &b) -> decltype(W(wide(a, b))) { return wide(a, b); } \
  template <class W> MX_HD W mx_of_parts_##wide(long, const W &, const W &) { mx_never(); return W(); }                                 \
  MX_AS_A_CALL mx_real mx_math_##wide(int number, mx_real a, mx_real b) {                                                            \
    const char format = static_cast<char>(MX_OPERATION_FORMAT(number));                                                        \
    switch (format | 32) {                                                                                                     \
      case 'd': return mx_carried('d', static_cast<double>(wide(a.in<double>(), b.in<double>())));                             \
      case 's': return mx_carried('s', static_cast<double>(narrow(a.in<float>(), b.in<float>())));                             \
      MX_OF_SUM(wide, 'w', fp64x2, a.in<mx_runtime::fp64x2>(), b.in<mx_runtime::fp64x2>())                                     \
      MX_OF_FOUR(MX_OF_SUM(wide, 'x', fp64x4, a.in<mx_runtime::fp64x4>(), b.in<mx_runtime::fp64x4>()))                                     \
      MX_OF_SUM(wide, 'f', fp32x2, a.in<mx_runtime::fp32x2>(), b.in<mx_runtime::fp32x2>())                                     \
    }                                                                                                                          \
    return mx_in(format, static_cast<double>(narrow(static_cast<float>(mx_half(format, a)), static_cast<float>(mx_half(format, b))))); \
  }
#define MX_MATH_3(wide, narrow)                                                                                                \
  template <class W> MX_HD auto mx_of_parts_##wide(int, const W &a, const W &b, const W &c) -> decltype(W(wide(a, b, c))) { return wide(a, b, c); } \
  template <class W> MX_HD W mx_of_parts_##wide(long, const W &, const W &, const W &) { mx_never(); return W(); }                      \
  MX_AS_A_CALL mx_real mx_math_##wide(int number, mx_real a, mx_real b, mx_real c) {                                                 \
    const char format = static_cast<char>(MX_OPERATION_FORMAT(number));                                                        \
    switch (format | 32) {                                                                                                     \
      case 'd': return mx_carried('d', static_cast<double>(wide(a.in<double>(), b.in<double>(), c.in<double>())));             \
      case 's': return mx_carried('s', static_cast<double>(narrow(a.in<float>(), b.in<float>(), c.in<float>())));              \
      MX_OF_SUM(wide, 'w', fp64x2, a.in<mx_runtime::fp64x2>(), b.in<mx_runtime::fp64x2>(), c.in<mx_runtime::fp64x2>())         \
      MX_OF_FOUR(MX_OF_SUM(wide, 'x', fp64x4, a.in<mx_runtime::fp64x4>(), b.in<mx_runtime::fp64x4>(), c.in<mx_runtime::fp64x4>()))         \
      MX_OF_SUM(wide, 'f', fp32x2, a.in<mx_runtime::fp32x2>(), b.in<mx_runtime::fp32x2>(), c.in<mx_runtime::fp32x2>())         \
    }                                                                                                                          \
    return mx_in(format, static_cast<double>(narrow(static_cast<float>(mx_half(format, a)), static_cast<float>(mx_half(format, b)), static_cast<float>(mx_half(format, c))))); \
  }
#include "twins-by-name.h"
#include "math-twins.h"
#undef MX_OF_SUM

// C++'s min and max; multi-word formats use those of their header
#define MX_CHOICE(name, op)                                                             \
  MX_HD mx_real mx_std_##name(int number, mx_real a, mx_real b) {                      \
    const mx_real x = mx_as(number, a), y = mx_as(number, b);                           \
    if (mx_is_summed(static_cast<char>(x.format))) return x op y || y != y ? x : y;     \
    return y op x ? y : x;                                                              \
  }
MX_CHOICE(min, <)
MX_CHOICE(max, >)
#undef MX_CHOICE

template <class Target> MX_HD void mx_put(int site, Target *target, const mx_real &value) { *target = (Target) (site < 0 ? value : mx_store(site, value)); }
template <class Target> MX_HD void mx_math_sincos(int number, int site, mx_real a, Target *sine, Target *cosine) {
  const char format = static_cast<char>(MX_OPERATION_FORMAT(number));
  if (format == 'd') {
    double s, c;
    MX_LINKED(sincos)(a.in<double>(), &s, &c);
    mx_put(site, sine, s);
    mx_put(site, cosine, c);
  } else if (mx_is_summed(format)) {
    mx_put(site, sine, mx_math_sin(number, a));
    mx_put(site, cosine, mx_math_cos(number, a));
  } else {
    float s, c;
    MX_LINKED(sincosf)(static_cast<float>(mx_as(number, a).part[0]), &s, &c);
    mx_put(site, sine, mx_as(number, s));
    mx_put(site, cosine, mx_as(number, c));
  }
}
#ifdef MX_WITH_CUDA
template <class Target> MX_HD void mx_math_sincospi(int number, int site, mx_real a, Target *sine, Target *cosine) {
  mx_put(site, sine, mx_math_sinpi(number, a));
  mx_put(site, cosine, mx_math_cospi(number, a));
}
#endif
template <class Target> MX_HD mx_real mx_math_modf(int number, int site, mx_real a, Target *whole) {
  const mx_real x = mx_as(number, a), rounded = mx_math_trunc(number, x);
  mx_put(site, whole, rounded);
  if (mx_is_summed(static_cast<char>(x.format))) return mx_sub(number, x, rounded);
  return mx_math_copysign(number, std::isinf(x.part[0]) ? mx_real(0.0) : mx_sub(number, x, rounded), x);
}

#define MX_ASSIGN(name) \
  template <class Target> MX_HD Target &mx_assign_##name(int number, int site, Target &target, const mx_real &value) { \
    return target = (Target) mx_store(site, mx_##name(number, mx_real(target), value));                                 \
  }
MX_ASSIGN(add)
MX_ASSIGN(sub)
MX_ASSIGN(mul)
MX_ASSIGN(div)
#undef MX_ASSIGN
template <class How, class Target> MX_HD Target &mx_assign_integer(How how, int number, Target &target, const mx_real &value) {
  return target = (Target) how(number, mx_real(target), value);
}
template <class Target> MX_HD Target mx_postfix(int number, int site, Target &target, const mx_real &step) {
  const Target before = target;
  mx_assign_add(number, site, target, step);
  return before;
}
template <class Target> MX_HD Target &mx_rounded(int site, Target &target) { return target = (Target) mx_store(site, mx_real(target)); }
inline void mx_round_element(int site, const mx_real &element) { const_cast<mx_real &>(element) = mx_store(site, element); }
template <class Element> inline void mx_round_element(int, const Element &) {}
template <class Iterator> inline Iterator mx_rounded_range(int site, Iterator first, Iterator last) {
  for (Iterator at = first; at != last; ++at) mx_round_element(site, *at);
  return first;
}
#if MX_NVCC
#include "device-carrier.h"
#else
template <class Target> inline mx_real mx_atomicAdd(int number, int, Target *target, const mx_real &value) {
  const mx_real before = *target;
  *target = (Target) mx_add(number, before, mx_as(number, value));
  return before;
}
template <class Target> inline mx_real mx_atomicExch(int number, int, Target *target, const mx_real &value) {
  const mx_real before = *target;
  *target = (Target) mx_as(number, value);
  return before;
}
#endif

typedef mx_real mx_number;
#include "order.h"

// `in >> x`: a number of the format that x has
template <class Target> struct mx_extraction { int site; Target &target; };
template <class Target> inline mx_extraction<Target> mx_extracted(int site, Target &target) { return {site, target}; }
template <class T, class Stream, class Target> inline void mx_extract(Stream &in, mx_extraction<Target> into) {
  T read = mx_real(into.target).template in<T>();
  in >> read;
  into.target = (Target) mx_store(into.site, mx_carried(0, read));
}
template <class Stream, class Target> inline Stream &operator>>(Stream &in, mx_extraction<Target> into) {
  switch (MX_SITE_FORMAT(into.site)) {
    case 'd': mx_extract<double>(in, into); break;
    case 'w': mx_extract<mx_runtime::fp64x2>(in, into); break;
    MX_OF_FOUR(case 'x': mx_extract<mx_runtime::fp64x4>(in, into); break;)
    case 'f': mx_extract<mx_runtime::fp32x2>(in, into); break;
    default: mx_extract<float>(in, into);
  }
  return in;
}

// `std::tie(x, y) = f()`: rounded once the whole expression has been evaluated
template <class Target> struct mx_settling {
  int site;
  Target &target;
  ~mx_settling() { target = (Target) mx_store(site, mx_real(target)); }
};
template <class Target> inline mx_settling<Target> mx_settled(int site, Target &target) { return {site, target}; }

#ifdef MX_WITH_CUDA_TYPES
// vectors stay double
MX_HD double1 mx_store(int site, double1 v) { return make_double1(mx_store(site, mx_real(v.x))); }
MX_HD double2 mx_store(int site, double2 v) { return make_double2(mx_store(site, mx_real(v.x)), mx_store(site, mx_real(v.y))); }
MX_HD double3 mx_store(int site, double3 v) { return make_double3(mx_store(site, mx_real(v.x)), mx_store(site, mx_real(v.y)), mx_store(site, mx_real(v.z))); }
MX_HD double4 mx_store(int site, double4 v) { return make_double4(mx_store(site, mx_real(v.x)), mx_store(site, mx_real(v.y)), mx_store(site, mx_real(v.z)), mx_store(site, mx_real(v.w))); }
MX_HD double1 mx_store(int site, float1 v) { return mx_store(site, make_double1(v.x)); }
MX_HD double2 mx_store(int site, float2 v) { return mx_store(site, make_double2(v.x, v.y)); }
MX_HD double3 mx_store(int site, float3 v) { return mx_store(site, make_double3(v.x, v.y, v.z)); }
MX_HD double4 mx_store(int site, float4 v) { return mx_store(site, make_double4(v.x, v.y, v.z, v.w)); }
#endif

// Prints a multi-word number with the digits of a double, or with MANTISSA_DIGITS=full all digits, by which runs are judged.
inline bool mx_prints_all(const mx_real &x) {
  static const bool asked = std::getenv("MANTISSA_DIGITS") != nullptr;
  return asked && mx_is_summed(static_cast<char>(x.format));
}
inline std::string mx_digits(const mx_real &x) {
  switch (x.format) {
    case 'w': return mx_runtime::to_string(x.in<mx_runtime::fp64x2>());
    case 'f': return mx_runtime::to_string(x.in<mx_runtime::fp32x2>());
    default: return mx_runtime::to_string(x.exact());
  }
}
inline void print_one(std::string &out, const std::string &conversion, const mx_real &x) {
  if (mx_prints_all(x)) out += mx_digits(x);
  else mx_runtime::detail::print_one(out, conversion, static_cast<double>(x));
}
// a kernel prints doubles, as the patched one does
MX_HD double mx_printed(const mx_real &x) { return x; }
template <class X> MX_HD X mx_printed(X x) { return x; }
template <class... Given> MX_HD int mx_printf(const char *format, Given... given) {
#if MX_ON_GPU
  return printf(format, mx_printed(given)...);
#else
  return mantissa_printf(format, given...);
#endif
}
template <class... Given> inline int mx_fprintf(FILE *file, const char *format, Given... given) { return mantissa_fprintf(file, format, given...); }
inline std::ostream &operator<<(std::ostream &out, const mx_real &x) { return mx_prints_all(x) ? out << mx_digits(x) : out << static_cast<double>(x); }
inline void mantissa_record(FILE *file, const mx_real &x, int) {
  if (mx_is_summed(static_cast<char>(x.format))) fprintf(file, "%s\n", mx_digits(x).c_str());
  else fprintf(file, "%.17g\n", static_cast<double>(x));
}

#include "class-carrier.h"
