// Complex numbers as float2 and double2. Division and the absolute value scale their operands, as CUDA's do.
#ifndef MANTISSA_CUCOMPLEX_H
#define MANTISSA_CUCOMPLEX_H
#include "cuda_runtime.h"
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

namespace mx_runtime::port {
template <class C> C complex_quotient(C a, C b) {
  const auto s = 1 / (std::fabs(b.x) + std::fabs(b.y));
  const auto ar = a.x * s, ai = a.y * s, br = b.x * s, bi = b.y * s;
  const auto over = 1 / (br * br + bi * bi);
  return {(ar * br + ai * bi) * over, (ai * br - ar * bi) * over};
}
template <class C> auto complex_magnitude(C x) {
  const auto a = std::fabs(x.x), b = std::fabs(x.y);
  const auto v = a > b ? a : b, w = a > b ? b : a;
  if (v == 0 || v > std::numeric_limits<decltype(x.x)>::max() || w > std::numeric_limits<decltype(x.x)>::max()) return v + w;
  const auto t = w / v;
  return v * std::sqrt(1 + t * t);
}
}  // namespace mx_runtime::port

#define COMPLEX(T, R, suffix)                                                                                                 \
  inline R cuCreal##suffix(T x) { return x.x; }                                                                               \
  inline R cuCimag##suffix(T x) { return x.y; }                                                                               \
  inline R cuCabs##suffix(T x) { return mx_runtime::port::complex_magnitude(x); }                                                     \
  inline T cuConj##suffix(T x) { return {x.x, -x.y}; }                                                                        \
  inline T cuCadd##suffix(T a, T b) { return {a.x + b.x, a.y + b.y}; }                                                        \
  inline T cuCsub##suffix(T a, T b) { return {a.x - b.x, a.y - b.y}; }                                                        \
  inline T cuCmul##suffix(T a, T b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }                                \
  inline T cuCdiv##suffix(T a, T b) { return mx_runtime::port::complex_quotient(a, b); }                                              \
  inline T cuCfma##suffix(T a, T b, T c) {                                                                                    \
    const R re = a.x * b.x + c.x, im = a.x * b.y + c.y;                                                                       \
    return {re - a.y * b.y, a.y * b.x + im};                                                                                  \
  }
COMPLEX(cuFloatComplex, float, f)
COMPLEX(cuDoubleComplex, double, )
#undef COMPLEX
inline cuFloatComplex make_cuFloatComplex(float re, float im) { return {re, im}; }
inline cuDoubleComplex make_cuDoubleComplex(double re, double im) { return {re, im}; }
inline cuComplex make_cuComplex(float re, float im) { return {re, im}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return {float(x.x), float(x.y)}; }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return {x.x, x.y}; }
#endif
