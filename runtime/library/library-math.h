/* Included before every C and C++ source that is built to run on a CPU: functions whose last bit depends on who computes them are the
 * C library's, also where their arguments are constants (src/execution/library-functions.ts says why).
 *
 * pow is the one function for which that would cost: everybody writes pow(x, 2.0) for a product, and compilers make it one. Here it
 * is a product whether the compiler sees the 2.0 or not, so that hiding it changes nothing; the same holds for 1 / x. */
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
/* Under separate names, so that a program may define its own. */
double mx_library_call_pow(double, double) __asm__("pow");
float mx_library_call_powf(float, float) __asm__("powf");

/* Only ever inlined: the program's own definition, or the library's, stays the one that is linked. */
extern __inline__ __attribute__((gnu_inline, always_inline)) double pow(double x, double y) MX_NOTHROW
{
  return y == 2.0 ? x * x : y == -1.0 ? 1.0 / x : mx_library_call_pow(x, y);
}
extern __inline__ __attribute__((gnu_inline, always_inline)) float powf(float x, float y) MX_NOTHROW
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
#define MX_CONSTEXPR __inline__
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
/* Of complex numbers: libstdc++ has these in functions that are none of them constexpr. */
#if !defined(__wasm__)
extern "C" double mx_library_cabs(__complex__ double) __asm__("cabs");
#define __builtin_cabs mx_library_cabs
extern "C" float mx_library_cabsf(__complex__ float) __asm__("cabsf");
#define __builtin_cabsf mx_library_cabsf
extern "C" __complex__ double mx_library_cacos(__complex__ double) __asm__("cacos");
#define __builtin_cacos mx_library_cacos
extern "C" __complex__ float mx_library_cacosf(__complex__ float) __asm__("cacosf");
#define __builtin_cacosf mx_library_cacosf
extern "C" __complex__ double mx_library_cacosh(__complex__ double) __asm__("cacosh");
#define __builtin_cacosh mx_library_cacosh
extern "C" __complex__ float mx_library_cacoshf(__complex__ float) __asm__("cacoshf");
#define __builtin_cacoshf mx_library_cacoshf
extern "C" double mx_library_carg(__complex__ double) __asm__("carg");
#define __builtin_carg mx_library_carg
extern "C" float mx_library_cargf(__complex__ float) __asm__("cargf");
#define __builtin_cargf mx_library_cargf
extern "C" __complex__ double mx_library_casin(__complex__ double) __asm__("casin");
#define __builtin_casin mx_library_casin
extern "C" __complex__ float mx_library_casinf(__complex__ float) __asm__("casinf");
#define __builtin_casinf mx_library_casinf
extern "C" __complex__ double mx_library_casinh(__complex__ double) __asm__("casinh");
#define __builtin_casinh mx_library_casinh
extern "C" __complex__ float mx_library_casinhf(__complex__ float) __asm__("casinhf");
#define __builtin_casinhf mx_library_casinhf
extern "C" __complex__ double mx_library_catan(__complex__ double) __asm__("catan");
#define __builtin_catan mx_library_catan
extern "C" __complex__ float mx_library_catanf(__complex__ float) __asm__("catanf");
#define __builtin_catanf mx_library_catanf
extern "C" __complex__ double mx_library_catanh(__complex__ double) __asm__("catanh");
#define __builtin_catanh mx_library_catanh
extern "C" __complex__ float mx_library_catanhf(__complex__ float) __asm__("catanhf");
#define __builtin_catanhf mx_library_catanhf
extern "C" __complex__ double mx_library_ccos(__complex__ double) __asm__("ccos");
#define __builtin_ccos mx_library_ccos
extern "C" __complex__ float mx_library_ccosf(__complex__ float) __asm__("ccosf");
#define __builtin_ccosf mx_library_ccosf
extern "C" __complex__ double mx_library_ccosh(__complex__ double) __asm__("ccosh");
#define __builtin_ccosh mx_library_ccosh
extern "C" __complex__ float mx_library_ccoshf(__complex__ float) __asm__("ccoshf");
#define __builtin_ccoshf mx_library_ccoshf
extern "C" __complex__ double mx_library_cexp(__complex__ double) __asm__("cexp");
#define __builtin_cexp mx_library_cexp
extern "C" __complex__ float mx_library_cexpf(__complex__ float) __asm__("cexpf");
#define __builtin_cexpf mx_library_cexpf
extern "C" __complex__ double mx_library_clog(__complex__ double) __asm__("clog");
#define __builtin_clog mx_library_clog
extern "C" __complex__ float mx_library_clogf(__complex__ float) __asm__("clogf");
#define __builtin_clogf mx_library_clogf
extern "C" __complex__ double mx_library_cpow(__complex__ double, __complex__ double) __asm__("cpow");
#define __builtin_cpow mx_library_cpow
extern "C" __complex__ float mx_library_cpowf(__complex__ float, __complex__ float) __asm__("cpowf");
#define __builtin_cpowf mx_library_cpowf
extern "C" __complex__ double mx_library_csin(__complex__ double) __asm__("csin");
#define __builtin_csin mx_library_csin
extern "C" __complex__ float mx_library_csinf(__complex__ float) __asm__("csinf");
#define __builtin_csinf mx_library_csinf
extern "C" __complex__ double mx_library_csinh(__complex__ double) __asm__("csinh");
#define __builtin_csinh mx_library_csinh
extern "C" __complex__ float mx_library_csinhf(__complex__ float) __asm__("csinhf");
#define __builtin_csinhf mx_library_csinhf
extern "C" __complex__ double mx_library_csqrt(__complex__ double) __asm__("csqrt");
#define __builtin_csqrt mx_library_csqrt
extern "C" __complex__ float mx_library_csqrtf(__complex__ float) __asm__("csqrtf");
#define __builtin_csqrtf mx_library_csqrtf
extern "C" __complex__ double mx_library_ctan(__complex__ double) __asm__("ctan");
#define __builtin_ctan mx_library_ctan
extern "C" __complex__ float mx_library_ctanf(__complex__ float) __asm__("ctanf");
#define __builtin_ctanf mx_library_ctanf
extern "C" __complex__ double mx_library_ctanh(__complex__ double) __asm__("ctanh");
#define __builtin_ctanh mx_library_ctanh
extern "C" __complex__ float mx_library_ctanhf(__complex__ float) __asm__("ctanhf");
#define __builtin_ctanhf mx_library_ctanhf
#endif
#endif

#undef MX_NOTHROW
#endif
