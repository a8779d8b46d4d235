// Complex numbers as float2 and double2.
#ifndef MANTISSA_CUCOMPLEX_H
#define MANTISSA_CUCOMPLEX_H
#include "vector_types.h"
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define COMPLEX(T, R, suffix) \
  MANTISSA_HOST_DEVICE R cuCreal##suffix(T x); MANTISSA_HOST_DEVICE R cuCimag##suffix(T x); MANTISSA_HOST_DEVICE R cuCabs##suffix(T x); \
  MANTISSA_HOST_DEVICE T cuConj##suffix(T x); MANTISSA_HOST_DEVICE T cuCadd##suffix(T a, T b); MANTISSA_HOST_DEVICE T cuCsub##suffix(T a, T b); \
  MANTISSA_HOST_DEVICE T cuCmul##suffix(T a, T b); MANTISSA_HOST_DEVICE T cuCdiv##suffix(T a, T b); MANTISSA_HOST_DEVICE T cuCfma##suffix(T a, T b, T c);
COMPLEX(cuFloatComplex, float, f)
COMPLEX(cuDoubleComplex, double, )
#undef COMPLEX
MANTISSA_HOST_DEVICE cuFloatComplex make_cuFloatComplex(float re, float im);
MANTISSA_HOST_DEVICE cuDoubleComplex make_cuDoubleComplex(double re, double im);
MANTISSA_HOST_DEVICE cuComplex make_cuComplex(float re, float im);
MANTISSA_HOST_DEVICE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x);
MANTISSA_HOST_DEVICE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x);
#endif
