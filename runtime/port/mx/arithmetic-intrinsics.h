// Floating-point intrinsics: explicit rounding, "fast" functions, conversions, reinterpretation.
//
// The _rn operations are the machine's own. The directed ones start from the nearest result and an exact remainder, and step one
// number down or up where the remainder says so. The fast functions (__expf, __sinf, …) are the precise ones: their error bounds
// are CUDA's at least.
#pragma once
#include <bit>
#include "mathematics.h"

namespace mx_runtime::port {

enum class direction { nearest, zero, up, down };

template <class T> T below(T x) { return std::nextafter(x, -std::numeric_limits<T>::infinity()); }
template <class T> T above(T x) { return std::nextafter(x, std::numeric_limits<T>::infinity()); }

/** `nearest` moved to the neighbour in direction d, when the exact result lies on that side of it: `rest` has its sign. An
 *  infinite `nearest` is an overflow, which some directions stop at the largest number. */
template <direction d, class T, class Rest> T directed(T nearest, Rest rest) {
  if constexpr (d == direction::nearest) return nearest;
  if (std::isinf(nearest)) {
    const bool keeps = d == direction::up ? nearest > 0 : d == direction::down ? nearest < 0 : false;
    return keeps ? nearest : std::copysign(std::numeric_limits<T>::max(), nearest);
  }
  if (rest == 0 || nearest != nearest) return nearest;
  const bool negative = nearest == 0 ? rest < 0 : nearest < 0;
  const bool downwards = d == direction::down || (d == direction::zero && !negative);
  if (downwards) return rest < 0 ? below(nearest) : nearest;
  return rest > 0 ? above(nearest) : nearest;
}

/** An exact number as (head + tail) · 2^exponent, the tail below half an ulp of the head: rounded to double in a direction. */
template <direction d> double scaled(double head, double tail, int exponent) {
  const double nearest = std::ldexp(head, exponent);
  if (std::isinf(nearest)) return directed<d>(nearest, 0.0);
  // what a subnormal result has lost of the head outweighs the tail
  const double lost = head - std::ldexp(nearest, -exponent);
  return directed<d>(nearest, lost != 0 ? lost : tail);
}
inline bool is_ordinary(double x) { return x != 0 && std::isfinite(x); }

template <direction d> double sum(double a, double b) {
  const double s = a + b;
  if (d == direction::nearest || !std::isfinite(a) || !std::isfinite(b)) return s;
  if (std::isinf(s)) return directed<d>(s, 0.0);
  // of two numbers that cancel, rounding down makes −0
  if (s == 0) return a != 0 && d == direction::down ? -0.0 : d == direction::down && (std::signbit(a) || std::signbit(b)) ? -0.0 : s;
  const double part = s - a;
  return directed<d>(s, (a - (s - part)) + (b - part));
}
template <direction d> double product(double a, double b) {
  if (d == direction::nearest || !is_ordinary(a) || !is_ordinary(b)) return a * b;
  int ea, eb;
  a = std::frexp(a, &ea), b = std::frexp(b, &eb);
  const double p = a * b;
  return scaled<d>(p, std::fma(a, b, -p), ea + eb);
}
template <direction d> double quotient(double a, double b) {
  if (d == direction::nearest || !is_ordinary(a) || !is_ordinary(b)) return a / b;
  int ea, eb;
  a = std::frexp(a, &ea), b = std::frexp(b, &eb);
  const double q = a / b;
  return scaled<d>(q, std::fma(-q, b, a) * b, ea - eb);
}
template <direction d> double root(double a) {
  if (d == direction::nearest || !(is_ordinary(a) && a > 0)) return std::sqrt(a);
  int e;
  a = std::frexp(a, &e);
  if (e % 2) a *= 2, e--;
  const double s = std::sqrt(a);
  return scaled<d>(s, std::fma(-s, s, a), e / 2);
}
struct two_parts { double head, tail; };
inline two_parts exact_sum(double a, double b) {
  const double s = a + b, part = s - a;
  return {s, (a - (s - part)) + (b - part)};
}
template <direction d> double fused(double a, double b, double c) {
  // musl's fma makes 0 of a tiny negative product plus 0
  if (d == direction::nearest && c == 0 && is_ordinary(a) && is_ordinary(b)) return a * b;
  if (d == direction::nearest || !is_ordinary(a) || !is_ordinary(b) || !std::isfinite(c)) {
    const double r = std::fma(a, b, c);
    return r == 0 && d == direction::down && std::signbit(a * b) != std::signbit(c) ? -0.0 : r;
  }
  int ea, eb, ec = 0;
  a = std::frexp(a, &ea), b = std::frexp(b, &eb), c = std::frexp(c, &ec);
  const double high = a * b, low = std::fma(a, b, -high);
  if (c == 0) return scaled<d>(high, low, ea + eb);
  // the smaller of product and addend, moved to the larger's exponent; beyond 200 bits only its sign counts
  const int e = ea + eb > ec ? ea + eb : ec;
  const int down_p = ea + eb - e < -200 ? -200 : ea + eb - e, down_c = ec - e < -200 ? -200 : ec - e;
  const two_parts first = exact_sum(std::ldexp(high, down_p), std::ldexp(c, down_c));
  const two_parts second = exact_sum(first.tail, std::ldexp(low, down_p));
  const two_parts all = exact_sum(first.head, second.head);
  if (all.head == 0) return second.tail != 0 ? scaled<d>(second.tail, 0, e) : d == direction::down ? -0.0 : 0.0;
  return scaled<d>(all.head, all.tail + second.tail, e);
}

// floats: sums, products and fused products of floats are doubles, or sums of two
template <direction d> float to_float(double head, double tail = 0) {
  const float nearest = float(head);
  if (!std::isfinite(head) || std::isinf(nearest)) return std::isfinite(head) ? directed<d>(nearest, 0.0) : nearest;
  const double lost = head - double(nearest);
  return directed<d>(nearest, lost != 0 ? lost : tail);
}
template <direction d> float float_sum(float a, float b) {
  if constexpr (d == direction::nearest) return a + b;
  const float s = a + b;
  if (!std::isfinite(a) || !std::isfinite(b)) return s;
  if (s == 0) return float(sum<d>(a, b));
  const two_parts exact = exact_sum(a, b);
  return to_float<d>(exact.head, exact.tail);
}
template <direction d> float float_product(float a, float b) {
  if constexpr (d == direction::nearest) return a * b;
  return to_float<d>(double(a) * double(b));
}
template <direction d> float float_quotient(float a, float b) {
  const float q = a / b;
  if (d == direction::nearest || !is_ordinary(a) || !is_ordinary(b)) return q;
  const double wide = double(a) / double(b);
  return to_float<d>(wide, std::fma(-wide, double(b), double(a)) * double(b));
}
template <direction d> float float_root(float a) {
  const float s = std::sqrt(a);
  return d == direction::nearest || !std::isfinite(s) ? s : directed<d>(s, double(a) - double(s) * double(s));
}
template <direction d> float float_fused(float a, float b, float c) {
  const float r = std::fma(a, b, c);
  if (d == direction::nearest || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) return r;
  const two_parts exact = exact_sum(double(a) * double(b), c);
  if (exact.head == 0) return d == direction::down && (c != 0 || std::signbit(a * b) || std::signbit(c)) ? -0.0f : r;
  return to_float<d>(exact.head, exact.tail);
}

template <direction d, class T> T rounded_to_integer(T x) {
  return d == direction::nearest ? std::nearbyint(x) : d == direction::zero ? std::trunc(x) : d == direction::up ? std::ceil(x) : std::floor(x);
}
/** As the GPU converts: out of range gives the nearest end of the range; NaN gives 0, or 0x8000… where 64 bits take part. */
template <direction d, class I, class T> I to_integer(T x) {
  if (x != x) return sizeof(I) == 8 || (sizeof(I) == 4 && sizeof(T) == 8) ? I(1ull << (sizeof(I) * 8 - 1)) : I(0);
  const T whole = rounded_to_integer<d>(x);
  if (whole < T(std::numeric_limits<I>::min())) return std::numeric_limits<I>::min();
  if (whole >= std::ldexp(T(1), std::numeric_limits<I>::digits)) return std::numeric_limits<I>::max();
  return I(whole);
}
template <direction d, class T, class I> T from_integer(I x) {
  const T nearest = T(x);
  if constexpr (d == direction::nearest) return nearest;
  // above 2^63 the nearest may not fit I: then it is too large
  if (nearest >= std::ldexp(T(1), std::numeric_limits<I>::digits)) return directed<d>(nearest, -1.0);
  const I back = I(nearest);
  return directed<d>(nearest, back < x ? 1.0 : back > x ? -1.0 : 0.0);
}

}  // namespace mx_runtime::port

#define ROUNDED(R, name, parameters, function, arguments)                                \
  inline R name##_rn parameters { return mx_runtime::port::function<mx_runtime::port::direction::nearest> arguments; } \
  inline R name##_rz parameters { return mx_runtime::port::function<mx_runtime::port::direction::zero> arguments; }    \
  inline R name##_ru parameters { return mx_runtime::port::function<mx_runtime::port::direction::up> arguments; }      \
  inline R name##_rd parameters { return mx_runtime::port::function<mx_runtime::port::direction::down> arguments; }
ROUNDED(float, __fadd, (float a, float b), float_sum, (a, b))
ROUNDED(float, __fsub, (float a, float b), float_sum, (a, -b))
ROUNDED(float, __fmul, (float a, float b), float_product, (a, b))
ROUNDED(float, __fdiv, (float a, float b), float_quotient, (a, b))
ROUNDED(float, __fmaf, (float a, float b, float c), float_fused, (a, b, c))
ROUNDED(float, __fmaf_ieee, (float a, float b, float c), float_fused, (a, b, c))
ROUNDED(float, __frcp, (float a), float_quotient, (1.0f, a))
ROUNDED(float, __fsqrt, (float a), float_root, (a))
inline float __frsqrt_rn(float a) { return float(1 / std::sqrt(double(a))); }
ROUNDED(double, __dadd, (double a, double b), sum, (a, b))
ROUNDED(double, __dsub, (double a, double b), sum, (a, -b))
ROUNDED(double, __dmul, (double a, double b), product, (a, b))
ROUNDED(double, __ddiv, (double a, double b), quotient, (a, b))
ROUNDED(double, __fma, (double a, double b, double c), fused, (a, b, c))
ROUNDED(double, __drcp, (double a), quotient, (1.0, a))
ROUNDED(double, __dsqrt, (double a), root, (a))
ROUNDED(float, __double2float, (double x), to_float, (x))

#define ROUNDED_TO(R, name, T)                                                                                \
  inline R name##_rn(T x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::nearest, R>(x); }                \
  inline R name##_rz(T x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::zero, R>(x); }                   \
  inline R name##_ru(T x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::up, R>(x); }                     \
  inline R name##_rd(T x) { return mx_runtime::port::to_integer<mx_runtime::port::direction::down, R>(x); }
#define ROUNDED_FROM(R, name, I)                                                                              \
  inline R name##_rn(I x) { return mx_runtime::port::from_integer<mx_runtime::port::direction::nearest, R>(x); }              \
  inline R name##_rz(I x) { return mx_runtime::port::from_integer<mx_runtime::port::direction::zero, R>(x); }                 \
  inline R name##_ru(I x) { return mx_runtime::port::from_integer<mx_runtime::port::direction::up, R>(x); }                   \
  inline R name##_rd(I x) { return mx_runtime::port::from_integer<mx_runtime::port::direction::down, R>(x); }
ROUNDED_TO(int, __double2int, double)
ROUNDED_TO(unsigned, __double2uint, double)
ROUNDED_TO(long long, __double2ll, double)
ROUNDED_TO(unsigned long long, __double2ull, double)
ROUNDED_TO(int, __float2int, float)
ROUNDED_TO(unsigned, __float2uint, float)
ROUNDED_TO(long long, __float2ll, float)
ROUNDED_TO(unsigned long long, __float2ull, float)
ROUNDED_FROM(float, __int2float, int)
ROUNDED_FROM(float, __uint2float, unsigned)
ROUNDED_FROM(float, __ll2float, long long)
ROUNDED_FROM(float, __ull2float, unsigned long long)
ROUNDED_FROM(double, __ll2double, long long)
ROUNDED_FROM(double, __ull2double, unsigned long long)
#undef ROUNDED
#undef ROUNDED_TO
#undef ROUNDED_FROM
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }

inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __tanf(float x) { return std::tan(x); }
inline float __tanhf(float x) { return std::tanh(x); }
inline void __sincosf(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }
inline float __expf(float x) { return std::exp(x); }
inline float __exp10f(float x) { return exp10f(x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }

inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
inline int __double2hiint(double x) { return int(std::bit_cast<unsigned long long>(x) >> 32); }
inline int __double2loint(double x) { return int(std::bit_cast<unsigned long long>(x)); }
inline double __hiloint2double(int high, int low) {
  return std::bit_cast<double>((unsigned long long)(unsigned(high)) << 32 | unsigned(low));
}
