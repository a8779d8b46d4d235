// The meaning of a generated loop in a format: every operation is rounded to the format, except what has to stay in float (a counter, or a
// constant beyond the range of the format, and all that is computed from it). Constants are floats until they meet a number.
#include "against-scalar.h"
#include <cmath>

#ifndef COUNTS_IN_FLOAT
#error "define COUNTS_IN_FLOAT: whether a counter may exceed the range of the format"
#endif

/** A value that is computed in float. */
struct real {
  float v;
  real() = default;
  real(float x) : v(x) {}
  real(number x) : v(x.wide()) {}
  explicit operator number() const { return number(v); }
};
#define OF_REALS(op)                                                       \
  inline real operator op(real a, real b) { return a.v op b.v; }
OF_REALS(+) OF_REALS(-) OF_REALS(*) OF_REALS(/)
#define COMPARED(op)                                                       \
  inline bool operator op(real a, real b) { return a.v op b.v; }
COMPARED(<) COMPARED(>) COMPARED(<=) COMPARED(>=) COMPARED(==) COMPARED(!=)
inline real operator-(real a) { return -a.v; }
inline bool operator<=(number a, number b) { return a.wide() <= b.wide(); }
inline bool operator>=(number a, number b) { return a.wide() >= b.wide(); }
inline bool operator==(number a, number b) { return a.wide() == b.wide(); }
inline bool operator!=(number a, number b) { return a.wide() != b.wide(); }

/** Two constants are rounded where one of them is chosen. */
template <class A, class B> auto chosen(bool condition, A a, B b) {
  if constexpr (std::is_same_v<A, real> || std::is_same_v<B, real>) return condition ? real(a) : real(b);
  else return condition ? number(a) : number(b);
}

#define FUNCTION(name)                                                     \
  inline number name##_of(number a) { return ::name(a.wide()); }           \
  inline real name##_of(real a) { return ::name(a.v); }
FUNCTION(sqrtf) FUNCTION(fabsf) FUNCTION(expf) FUNCTION(exp2f) FUNCTION(sinf) FUNCTION(cosf) FUNCTION(tanhf) FUNCTION(floorf)
FUNCTION(ceilf) FUNCTION(truncf) FUNCTION(roundf) FUNCTION(logf) FUNCTION(log2f) FUNCTION(log10f) FUNCTION(tanf) FUNCTION(asinf)
FUNCTION(log1pf) FUNCTION(expm1f) FUNCTION(cbrtf) FUNCTION(erff) FUNCTION(acosf) FUNCTION(atanf) FUNCTION(sinhf) FUNCTION(coshf) FUNCTION(rintf)
#define FUNCTION_OF_TWO(name)                                              \
  inline number name##_of(number a, number b) { return ::name(a.wide(), b.wide()); } \
  inline real name##_of(real a, real b) { return ::name(a.v, b.v); }
FUNCTION_OF_TWO(fminf) FUNCTION_OF_TWO(fmaxf) FUNCTION_OF_TWO(copysignf) FUNCTION_OF_TWO(hypotf) FUNCTION_OF_TWO(fmodf) FUNCTION_OF_TWO(powf) FUNCTION_OF_TWO(atan2f)

/** Whether a fused multiply-add is computed as a product and a sum, as in the source without fma. */
static bool splits = false;
inline float narrowed_fma(float a, float b, float c, float) { return std::fmaf(a, b, c); }
template <class T> float narrowed_fma(float a, float b, float c, T) { return mantissa::odd_float(mantissa::product_and_sum(a, b, c)); }
inline number fmaf_of(number a, number b, number c) {
  return splits ? a * b + c : number(narrowed_fma(a.wide(), b.wide(), c.wide(), NUMBER()));
}
inline real fmaf_of(real a, real b, real c) { return splits ? a * b + c : real(std::fmaf(a.v, b.v, c.v)); }

using counted = std::conditional_t<COUNTS_IN_FLOAT, real, number>;
#define COUNT(x) counted(static_cast<float>(x))
/** A constant that fp16 rounds to 0 or to infinity. */
#define BEYOND(x) std::conditional_t<COUNTS_IN_FLOAT, real, float>(x)

namespace mantissa {
/** In place of `fma` in a written source: two roundings, the order of operations of the scalar source. */
template <class A, class B, class C> auto split_fma(const A &a, const B &b, const C &c) {
  using V = decltype(fma(a, b, c));
  return V(a) * V(b) + V(c);
}
}
