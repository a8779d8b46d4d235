/* Written by scripts/write-math-twins.mjs from src/program/library/math-functions.ts: functions that exist in several formats. */
MX_COMPILED_1(sqrt, sqrtf)
#ifdef MX_WITH_CUDA
MX_LINKED_1(rsqrt, rsqrtf)
#endif
MX_LINKED_1(cbrt, cbrtf)
#ifdef MX_WITH_CUDA
MX_LINKED_1(rcbrt, rcbrtf)
#endif
MX_LINKED_1(exp, expf)
MX_LINKED_1(exp2, exp2f)
#ifdef MX_WITH_CUDA
MX_LINKED_1(exp10, exp10f)
#endif
MX_LINKED_1(expm1, expm1f)
MX_LINKED_1(log, logf)
MX_LINKED_1(log2, log2f)
MX_LINKED_1(log10, log10f)
MX_LINKED_1(log1p, log1pf)
MX_LINKED_1(sin, sinf)
MX_LINKED_1(cos, cosf)
MX_LINKED_1(tan, tanf)
MX_LINKED_1(asin, asinf)
MX_LINKED_1(acos, acosf)
MX_LINKED_1(atan, atanf)
MX_LINKED_1(sinh, sinhf)
MX_LINKED_1(cosh, coshf)
MX_LINKED_1(tanh, tanhf)
MX_LINKED_1(asinh, asinhf)
MX_LINKED_1(acosh, acoshf)
MX_LINKED_1(atanh, atanhf)
#ifdef MX_WITH_CUDA
MX_LINKED_1(sinpi, sinpif)
#endif
#ifdef MX_WITH_CUDA
MX_LINKED_1(cospi, cospif)
#endif
MX_LINKED_1(erf, erff)
MX_LINKED_1(erfc, erfcf)
MX_LINKED_1(tgamma, tgammaf)
MX_LINKED_1(lgamma, lgammaf)
MX_COMPILED_1(fabs, fabsf)
MX_COMPILED_1(floor, floorf)
MX_COMPILED_1(ceil, ceilf)
MX_COMPILED_1(trunc, truncf)
MX_COMPILED_1(round, roundf)
MX_COMPILED_1(rint, rintf)
MX_COMPILED_1(nearbyint, nearbyintf)
MX_POWER_2(pow, powf)
MX_LINKED_2(atan2, atan2f)
MX_COMPILED_2(fmod, fmodf)
MX_LINKED_2(hypot, hypotf)
MX_COMPILED_2(fmin, fminf)
MX_COMPILED_2(fmax, fmaxf)
MX_COMPILED_2(fdim, fdimf)
MX_COMPILED_2(copysign, copysignf)
MX_COMPILED_2(remainder, remainderf)
MX_COMPILED_3(fma, fmaf)
