// One operation with one rounding to nearest: prevents contraction by the compiler.
//
// A compiler may contract a·b + c into a fused multiply-add (nvcc and g++ do by default), which would break the error-free
// transforms and change the composite formats. On a device the _rn intrinsics are never contracted; clang is told per
// function; g++ has no such pragma, so the product passes through an empty asm that it cannot see through.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "platform.h"

#if defined(__clang__)
#define MX_NO_CONTRACTION _Pragma("clang fp contract(off)")
#else
#define MX_NO_CONTRACTION
#endif

#if defined(__GNUC__) && !defined(__clang__) && !MX_ON_DEVICE && MX_FAST_FMA && !defined(MX_BUILT_WITHOUT_CONTRACTION)
#if defined(__aarch64__)
#define MX_HIDE(x) __asm__("" : "+w"(x))
#elif defined(__x86_64__) || defined(__i386__)
#define MX_HIDE(x) __asm__("" : "+x"(x))
#else
#define MX_HIDE(x) __asm__("" : "+m"(x))
#endif
#else
#define MX_HIDE(x)
#endif

namespace mx_runtime {

#if MX_ON_DEVICE
MX_HD float add_rn(float a, float b) { return __fadd_rn(a, b); }
MX_HD float sub_rn(float a, float b) { return __fsub_rn(a, b); }
MX_HD float mul_rn(float a, float b) { return __fmul_rn(a, b); }
MX_HD float div_rn(float a, float b) { return __fdiv_rn(a, b); }
MX_HD float sqrt_rn(float a) { return __fsqrt_rn(a); }
MX_HD float fma_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }
MX_HD float rcp_rn(float a) { return __frcp_rn(a); }
MX_HD double add_rn(double a, double b) { return __dadd_rn(a, b); }
MX_HD MX_CONSTANT double sub_rn(double a, double b) { return MX_IS_CONSTANT ? a - b : __dsub_rn(a, b); }
MX_HD double mul_rn(double a, double b) { return __dmul_rn(a, b); }
MX_HD double div_rn(double a, double b) { return __ddiv_rn(a, b); }
MX_HD double sqrt_rn(double a) { return __dsqrt_rn(a); }
MX_HD double fma_rn(double a, double b, double c) { return __fma_rn(a, b, c); }
#else
template <class T> inline T add_rn(T a, T b) { MX_NO_CONTRACTION return a + b; }
template <class T> constexpr T sub_rn(T a, T b) { MX_NO_CONTRACTION return a - b; }
template <class T> inline T mul_rn(T a, T b) {
  MX_NO_CONTRACTION
  T product = a * b;
  MX_HIDE(product);
  return product;
}
template <class T> inline T div_rn(T a, T b) { return a / b; }
inline float sqrt_rn(float a) { return std::sqrt(a); }
inline double sqrt_rn(double a) { return std::sqrt(a); }
inline float fma_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float rcp_rn(float a) { return 1.0f / a; }
inline double fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
#endif

/** Neither zero, nor infinite, nor NaN. */
template <class T> MX_HD bool is_ordinary(T x) {
  const T difference = x - x; // 0 for a finite x, else NaN
  return difference == T(0) && x != T(0);
}

template <class T> MX_HD constexpr bool is_finite(T x) { return x - x == T(0); }

/** Neither zero, subnormal, infinite nor NaN: by the exponent field, because the floating-point units are busy. */
MX_HD bool is_normal(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (uint32_t(bits >> 52) & 0x7ffu) - 1u < 0x7feu;
}
MX_HD bool is_normal(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits >> 23 & 0xffu) - 1u < 0xfeu;
}

}  // namespace mx_runtime
