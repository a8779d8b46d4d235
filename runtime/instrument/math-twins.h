/* Written by scripts/write-math-twins.mjs from src/program/library/math-functions.ts: functions that exist in several formats. */
MX_MATH_1(sqrt, sqrtf)
#ifdef MX_WITH_CUDA
MX_MATH_1(rsqrt, rsqrtf)
#endif
MX_MATH_1(cbrt, cbrtf)
#ifdef MX_WITH_CUDA
MX_MATH_1(rcbrt, rcbrtf)
#endif
MX_MATH_1(exp, expf)
MX_MATH_1(exp2, exp2f)
#ifdef MX_WITH_CUDA
MX_MATH_1(exp10, exp10f)
#endif
MX_MATH_1(expm1, expm1f)
MX_MATH_1(log, logf)
MX_MATH_1(log2, log2f)
MX_MATH_1(log10, log10f)
MX_MATH_1(log1p, log1pf)
MX_MATH_1(sin, sinf)
MX_MATH_1(cos, cosf)
MX_MATH_1(tan, tanf)
MX_MATH_1(asin, asinf)
MX_MATH_1(acos, acosf)
MX_MATH_1(atan, atanf)
MX_MATH_1(sinh, sinhf)
MX_MATH_1(cosh, coshf)
MX_MATH_1(tanh, tanhf)
MX_MATH_1(asinh, asinhf)
MX_MATH_1(acosh, acoshf)
MX_MATH_1(atanh, atanhf)
#ifdef MX_WITH_CUDA
MX_MATH_1(sinpi, sinpif)
#endif
#ifdef MX_WITH_CUDA
MX_MATH_1(cospi, cospif)
#endif
MX_MATH_1(erf, erff)
MX_MATH_1(erfc, erfcf)
MX_MATH_1(tgamma, tgammaf)
MX_MATH_1(lgamma, lgammaf)
MX_MATH_1(fabs, fabsf)
MX_MATH_1(floor, floorf)
MX_MATH_1(ceil, ceilf)
MX_MATH_1(trunc, truncf)
MX_MATH_1(round, roundf)
MX_MATH_1(rint, rintf)
MX_MATH_1(nearbyint, nearbyintf)
MX_MATH_2(pow, powf)
MX_MATH_2(atan2, atan2f)
MX_MATH_2(fmod, fmodf)
MX_MATH_2(hypot, hypotf)
MX_MATH_2(fmin, fminf)
MX_MATH_2(fmax, fmaxf)
MX_MATH_2(fdim, fdimf)
MX_MATH_2(copysign, copysignf)
MX_MATH_2(remainder, remainderf)
MX_MATH_3(fma, fmaf)
