// One step of a chain per operation: x becomes f(x), so that no step can start before the one before it ended, nothing can be left out,
// and values stay finite. A step that needs an addition besides says so (`additions`), and the caller takes its time off again; a step
// of several operations says how many (`operations`). `is_long`: a function rather than an operation.
#pragma once

#include "numbers.h"

namespace mx_characterize {

template <class T> struct Constants {
  T one, near_one, small, exponent, low, high;
};

/** Set at run time, so that the compiler cannot fold them. Low-precision formats have other steps, so that repeated operations stay in their range. */
template <class T> Constants<T> constants(double one) {
  const bool is_narrow = mx_runtime::is_narrow<T>;
  return {number<T>(one),           number<T>(is_narrow ? one : one * 1.0000001), number<T>(one * (is_narrow ? 1e-2 : 1e-7)),
          number<T>(one * -0.999), number<T>(one * 0.25),                        number<T>(one * 40)};
}

/** The functions of each format by one name; specialised for formats with GPU instructions. */
template <class T> struct Math {
  static MX_HD T fma(T a, T b, T c) { return mx_runtime::fma(a, b, c); }
  static MX_HD T min(T a, T b) { return b < a ? b : a; }
  static MX_HD T max(T a, T b) { return a < b ? b : a; }
  static MX_HD T sqrt(T x) { return mx_runtime::sqrt(x); }
  static MX_HD T rsqrt(T x) { return number<T>(1) / mx_runtime::sqrt(x); }
  static MX_HD T exp(T x) { return mx_runtime::exp(x); }
  static MX_HD T log(T x) { return mx_runtime::log(x); }
  static MX_HD T sin(T x) { return mx_runtime::sin(x); }
  static MX_HD T cos(T x) { return mx_runtime::cos(x); }
  static MX_HD T pow(T x, T y) { return mx_runtime::pow(x, y); }
};
#define MX_MACHINE_MATH(T)                                                \
  template <> struct Math<T> {                                            \
    static MX_HD T fma(T a, T b, T c) { return std::fma(a, b, c); }       \
    static MX_HD T min(T a, T b) { return std::fmin(a, b); }              \
    static MX_HD T max(T a, T b) { return std::fmax(a, b); }              \
    static MX_HD T sqrt(T x) { return std::sqrt(x); }                     \
    static MX_HD T rsqrt(T x) { return MX_RSQRT(x); }                     \
    static MX_HD T exp(T x) { return std::exp(x); }                       \
    static MX_HD T exp2(T x) { return std::exp2(x); }                     \
    static MX_HD T log(T x) { return std::log(x); }                       \
    static MX_HD T log2(T x) { return std::log2(x); }                     \
    static MX_HD T sin(T x) { return std::sin(x); }                       \
    static MX_HD T cos(T x) { return std::cos(x); }                       \
    static MX_HD T pow(T x, T y) { return std::pow(x, y); }               \
  };
#if MX_ON_DEVICE
#define MX_RSQRT(x) ::rsqrt(x)
#else
#define MX_RSQRT(x) (1 / std::sqrt(x))
#endif
MX_MACHINE_MATH(float)
MX_MACHINE_MATH(double)

#define MX_STEP(NAME, WORDS, OPERATIONS, ADDITIONS, LONG, EXPRESSION)                 \
  struct NAME {                                                                       \
    static constexpr const char *words = WORDS;                                       \
    static constexpr int operations = OPERATIONS, additions = ADDITIONS;              \
    static constexpr bool is_long = LONG;                                             \
    template <class T> static MX_HD T step(T x, [[maybe_unused]] const Constants<T> &c) { return EXPRESSION; } \
  };
MX_STEP(Add, "add", 1, 0, false, x + c.small)
MX_STEP(Sub, "sub", 1, 0, false, x - c.small)
MX_STEP(Mul, "mul", 1, 0, false, x * c.near_one)
// both bounds: the smaller of the smaller of x and c and c is one operation to any compiler
MX_STEP(MinMax, "min max", 2, 0, false, Math<T>::max(Math<T>::min(x, c.high), c.low))
MX_STEP(Fma, "fma", 1, 0, false, Math<T>::fma(x, c.near_one, c.small))
MX_STEP(Div, "div", 1, 0, false, c.near_one / x)
MX_STEP(Rcp, "rcp", 1, 0, false, number<T>(1) / x)
MX_STEP(Sqrt, "sqrt", 1, 0, true, Math<T>::sqrt(x))
MX_STEP(Rsqrt, "rsqrt", 1, 0, true, Math<T>::rsqrt(x))
MX_STEP(Exp, "exp", 1, 0, true, Math<T>::exp(-x))
MX_STEP(Exp2, "exp2", 1, 0, true, Math<T>::exp2(-x))
MX_STEP(Log, "log", 1, 1, true, Math<T>::log(x + c.near_one))
MX_STEP(Log2, "log2", 1, 1, true, Math<T>::log2(x + c.one))
MX_STEP(Sin, "sin", 1, 0, true, Math<T>::sin(x))
MX_STEP(Cos, "cos", 1, 0, true, Math<T>::cos(x))
MX_STEP(Pow, "pow", 1, 0, true, Math<T>::pow(x, c.exponent))

/** Calls `work` with every operation of a format: powers of 2 if a function or instruction exists; + − × of limbs. */
template <class T> struct operations_of {
  template <class Work> static void each(const Work &work) {
    (work(Add{}), work(Sub{}), work(Mul{}), work(MinMax{}), work(Fma{}), work(Div{}), work(Rcp{}), work(Sqrt{}), work(Rsqrt{}));
    (work(Exp{}), work(Log{}), work(Sin{}), work(Cos{}), work(Pow{}));
    if constexpr (std::is_floating_point<T>::value) (work(Exp2{}), work(Log2{}));
  }
};
template <int N> struct operations_of<multi_limb<N>> {
  template <class Work> static void each(const Work &work) { (work(Add{}), work(Sub{}), work(Mul{})); }
};

}  // namespace mx_characterize
