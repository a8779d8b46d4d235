// Functions of the CUDA math API that the C library does not have, and CUDA's min and max.
// Those of one argument come as double name(double), float namef(float) and the overload float name(float); the others
// have no such overload in CUDA either, so that norm3d of three floats is a double.
#pragma once
#include "host_defines.h"
#include "device/standard_library.h"
#ifdef __CUDA__
#define UNARY(name) extern "C" double name(double x); extern "C" float name##f(float x); float name(float x);
#pragma clang force_cuda_host_device begin
UNARY(rsqrt) UNARY(rcbrt) UNARY(sinpi) UNARY(cospi) UNARY(exp10)
UNARY(erfinv) UNARY(erfcinv) UNARY(erfcx) UNARY(normcdf) UNARY(normcdfinv)
UNARY(cyl_bessel_i0) UNARY(cyl_bessel_i1)
#undef UNARY

extern "C" {
void sincos(double x, double *sine, double *cosine);
void sincosf(float x, float *sine, float *cosine);
void sincospi(double x, double *sine, double *cosine);
void sincospif(float x, float *sine, float *cosine);
double rhypot(double a, double b);
float rhypotf(float a, float b);
double fdivide(double x, double y);
float fdividef(float x, float y);
double norm3d(double a, double b, double c);
float norm3df(float a, float b, float c);
double rnorm3d(double a, double b, double c);
float rnorm3df(float a, float b, float c);
double norm4d(double a, double b, double c, double d);
float norm4df(float a, float b, float c, float d);
double rnorm4d(double a, double b, double c, double d);
float rnorm4df(float a, float b, float c, float d);
double norm(int n, const double *p);
float normf(int n, const float *p);
double rnorm(int n, const double *p);
float rnormf(int n, const float *p);
double j0(double x); double j1(double x); double jn(int n, double x);
double y0(double x); double y1(double x); double yn(int n, double x);
float j0f(float x); float j1f(float x); float jnf(int n, float x);
float y0f(float x); float y1f(float x); float ynf(int n, float x);
int __isnan(double x); int __isnanf(float x); int __isinf(double x); int __isinff(float x);
int __finite(double x); int __finitef(float x); int __signbit(double x); int __signbitf(float x);
unsigned int umin(unsigned int a, unsigned int b);
unsigned int umax(unsigned int a, unsigned int b);
long long int llmin(long long int a, long long int b);
long long int llmax(long long int a, long long int b);
unsigned long long int ullmin(unsigned long long int a, unsigned long long int b);
unsigned long long int ullmax(unsigned long long int a, unsigned long long int b);
}
void sincos(float x, float *sine, float *cosine);
void sincospi(float x, float *sine, float *cosine);
float j0(float x); float j1(float x); float jn(int n, float x);
float y0(float x); float y1(float x); float yn(int n, float x);

// of two integers that differ in signedness the result is unsigned; of float and double it is double
#define EXTREMA(name) \
  int name(int a, int b); \
  unsigned int name(unsigned int a, unsigned int b); \
  unsigned int name(int a, unsigned int b); \
  unsigned int name(unsigned int a, int b); \
  long int name(long int a, long int b); \
  unsigned long int name(unsigned long int a, unsigned long int b); \
  unsigned long int name(long int a, unsigned long int b); \
  unsigned long int name(unsigned long int a, long int b); \
  long long int name(long long int a, long long int b); \
  unsigned long long int name(unsigned long long int a, unsigned long long int b); \
  unsigned long long int name(long long int a, unsigned long long int b); \
  unsigned long long int name(unsigned long long int a, long long int b); \
  float name(float a, float b); \
  double name(double a, double b); \
  double name(float a, double b); \
  double name(double a, float b);
EXTREMA(min)
EXTREMA(max)
#undef EXTREMA
#pragma clang force_cuda_host_device end
#endif
