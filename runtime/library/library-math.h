/* Included before every C and C++ source that is built to run on a CPU: functions whose last bit depends on who computes them are the
 * C library's, also where their arguments are constants (src/execution/library-functions.ts says why).
 *
 * pow is the one function for which that would cost: everybody writes pow(x, 2.0) for a product, and compilers make it one. Here it
 * is a product whether the compiler sees the 2.0 or not, so that hiding it changes nothing; likewise 1 / x. */
#ifndef MANTISSA_LIBRARY_MATH_H
#define MANTISSA_LIBRARY_MATH_H

/* as the C library declares them */
#if !defined(__cplusplus) || defined(__wasm__)
#define MX_NOTHROW
#elif __cplusplus >= 201103L
#define MX_NOTHROW noexcept
#else
#define MX_NOTHROW throw()
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* Under names of their own, so that a program may define what it likes. */
double mx_library_call_pow(double, double) __asm__("pow");
float mx_library_call_powf(float, float) __asm__("powf");

/* Only ever inlined: the program's own definition, or the library's, stays the one that is linked. */
extern inline __attribute__((gnu_inline, always_inline)) double pow(double x, double y) MX_NOTHROW
{
  return y == 2.0 ? x * x : y == -1.0 ? 1.0 / x : mx_library_call_pow(x, y);
}
extern inline __attribute__((gnu_inline, always_inline)) float powf(float x, float y) MX_NOTHROW
{
  return y == 2.0f ? x * x : y == -1.0f ? 1.0f / x : mx_library_call_powf(x, y);
}
#ifdef __cplusplus
}
#endif

/* C++ libraries call the compiler's own functions by name. libstdc++ does so in functions declared constexpr, where only a template may
 * stand for what is none. */
#ifdef __cplusplus
#if __cplusplus >= 201103L
#define MX_CONSTEXPR constexpr
#else
#define MX_CONSTEXPR inline
#endif
#define MX_LIBRARY_1(name)                                                                                                \
  extern "C" double mx_library_call_##name(double) __asm__(#name);                                                       \
  extern "C" float mx_library_call_##name##f(float) __asm__(#name "f");                                                  \
  template <class Number> MX_CONSTEXPR double mx_library_##name(Number x) { return mx_library_call_##name((double) x); } \
  template <class Number> MX_CONSTEXPR float mx_library_##name##f(Number x) { return mx_library_call_##name##f((float) x); }
#define MX_LIBRARY_2(name)                                                               \
  extern "C" double mx_library_call_##name(double, double) __asm__(#name);              \
  extern "C" float mx_library_call_##name##f(float, float) __asm__(#name "f");          \
  template <class Number, class Other> MX_CONSTEXPR double mx_library_##name(Number x, Other y) \
  {                                                                                      \
    return mx_library_call_##name((double) x, (double) y);                               \
  }                                                                                      \
  template <class Number, class Other> MX_CONSTEXPR float mx_library_##name##f(Number x, Other y) \
  {                                                                                      \
    return mx_library_call_##name##f((float) x, (float) y);                              \
  }
MX_LIBRARY_1(acos)
MX_LIBRARY_1(acosh)
MX_LIBRARY_1(asin)
MX_LIBRARY_1(asinh)
MX_LIBRARY_1(atan)
MX_LIBRARY_1(atanh)
MX_LIBRARY_1(cbrt)
MX_LIBRARY_1(cos)
MX_LIBRARY_1(cosh)
MX_LIBRARY_1(erf)
MX_LIBRARY_1(erfc)
MX_LIBRARY_1(exp)
MX_LIBRARY_1(exp2)
MX_LIBRARY_1(expm1)
MX_LIBRARY_1(lgamma)
MX_LIBRARY_1(log)
MX_LIBRARY_1(log10)
MX_LIBRARY_1(log1p)
MX_LIBRARY_1(log2)
MX_LIBRARY_1(sin)
MX_LIBRARY_1(sinh)
MX_LIBRARY_1(tan)
MX_LIBRARY_1(tanh)
MX_LIBRARY_1(tgamma)
MX_LIBRARY_2(atan2)
MX_LIBRARY_2(hypot)
template <class Number, class Other> MX_CONSTEXPR double mx_library_pow(Number x, Other y) { return ::pow((double) x, (double) y); }
template <class Number, class Other> MX_CONSTEXPR float mx_library_powf(Number x, Other y) { return ::powf((float) x, (float) y); }
#define __builtin_acos mx_library_acos
#define __builtin_acosf mx_library_acosf
#define __builtin_acosh mx_library_acosh
#define __builtin_acoshf mx_library_acoshf
#define __builtin_asin mx_library_asin
#define __builtin_asinf mx_library_asinf
#define __builtin_asinh mx_library_asinh
#define __builtin_asinhf mx_library_asinhf
#define __builtin_atan mx_library_atan
#define __builtin_atanf mx_library_atanf
#define __builtin_atanh mx_library_atanh
#define __builtin_atanhf mx_library_atanhf
#define __builtin_cbrt mx_library_cbrt
#define __builtin_cbrtf mx_library_cbrtf
#define __builtin_cos mx_library_cos
#define __builtin_cosf mx_library_cosf
#define __builtin_cosh mx_library_cosh
#define __builtin_coshf mx_library_coshf
#define __builtin_erf mx_library_erf
#define __builtin_erff mx_library_erff
#define __builtin_erfc mx_library_erfc
#define __builtin_erfcf mx_library_erfcf
#define __builtin_exp mx_library_exp
#define __builtin_expf mx_library_expf
#define __builtin_exp2 mx_library_exp2
#define __builtin_exp2f mx_library_exp2f
#define __builtin_expm1 mx_library_expm1
#define __builtin_expm1f mx_library_expm1f
#define __builtin_lgamma mx_library_lgamma
#define __builtin_lgammaf mx_library_lgammaf
#define __builtin_log mx_library_log
#define __builtin_logf mx_library_logf
#define __builtin_log10 mx_library_log10
#define __builtin_log10f mx_library_log10f
#define __builtin_log1p mx_library_log1p
#define __builtin_log1pf mx_library_log1pf
#define __builtin_log2 mx_library_log2
#define __builtin_log2f mx_library_log2f
#define __builtin_sin mx_library_sin
#define __builtin_sinf mx_library_sinf
#define __builtin_sinh mx_library_sinh
#define __builtin_sinhf mx_library_sinhf
#define __builtin_tan mx_library_tan
#define __builtin_tanf mx_library_tanf
#define __builtin_tanh mx_library_tanh
#define __builtin_tanhf mx_library_tanhf
#define __builtin_tgamma mx_library_tgamma
#define __builtin_tgammaf mx_library_tgammaf
#define __builtin_atan2 mx_library_atan2
#define __builtin_atan2f mx_library_atan2f
#define __builtin_hypot mx_library_hypot
#define __builtin_hypotf mx_library_hypotf
#define __builtin_pow mx_library_pow
#define __builtin_powf mx_library_powf
#undef MX_CONSTEXPR
#undef MX_LIBRARY_1
#undef MX_LIBRARY_2
#endif

#undef MX_NOTHROW
#endif
