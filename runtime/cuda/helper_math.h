// Arithmetic on vector types, with the interface of the CUDA samples' helper_math.h.
#ifndef MANTISSA_HELPER_MATH_H
#define MANTISSA_HELPER_MATH_H
#define HELPER_MATH_H
#include "cuda_runtime.h"
#ifdef __cplusplus
#define HD inline __host__ __device__
typedef unsigned int uint;
typedef unsigned short ushort;
#ifndef __CUDA__
#include <math.h>
inline int max(int a, int b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
#endif
HD float lerp(float a, float b, float t);
HD float clamp(float x, float a, float b);
HD int clamp(int x, int a, int b);
HD uint clamp(uint x, uint a, uint b);
HD float smoothstep(float a, float b, float x);
HD float fracf(float x);

#define CONVERSIONS(name, T) \
  HD name##2 make_##name##2(T s); HD name##2 make_##name##2(name##3 v); \
  HD name##3 make_##name##3(T s); HD name##3 make_##name##3(name##2 v); HD name##3 make_##name##3(name##2 v, T z); HD name##3 make_##name##3(name##4 v); \
  HD name##4 make_##name##4(T s); HD name##4 make_##name##4(name##3 v); HD name##4 make_##name##4(name##3 v, T w);
#define FROM(name, other) HD name##2 make_##name##2(other##2 v); HD name##3 make_##name##3(other##3 v); HD name##4 make_##name##4(other##4 v);
CONVERSIONS(float, float) CONVERSIONS(int, int) CONVERSIONS(uint, uint)
FROM(float, int) FROM(float, uint) FROM(int, float) FROM(int, uint) FROM(uint, int)
#undef CONVERSIONS
#undef FROM

#define OPERATOR(op, V, T) \
  HD V operator op(V a, V b); HD V operator op(V a, T b); HD V operator op(T a, V b); HD void operator op##=(V &a, V b); HD void operator op##=(V &a, T b);
#define RING(V, T) OPERATOR(+, V, T) OPERATOR(-, V, T) OPERATOR(*, V, T)
#define ALL(DO, name, T) DO(name##2, T) DO(name##3, T) DO(name##4, T)
ALL(RING, float, float) ALL(RING, int, int) ALL(RING, uint, uint)
#define FIELD(V, T) OPERATOR(/, V, T)
ALL(FIELD, float, float)
#define NEGATED(V, T) HD V operator-(V &a);
ALL(NEGATED, float, float) ALL(NEGATED, int, int)
#define FLOATS(V, T) \
  HD V fminf(V a, V b); HD V fmaxf(V a, V b); HD V lerp(V a, V b, float t); HD V clamp(V v, float a, float b); HD V clamp(V v, V a, V b); \
  HD float dot(V a, V b); HD float length(V v); HD V normalize(V v); HD V floorf(V v); HD V fracf(V v); HD V fmodf(V a, V b); HD V fabs(V v); \
  HD V reflect(V i, V n); HD V smoothstep(V a, V b, V x);
ALL(FLOATS, float, float)
#define INTEGERS(V, T) HD V min(V a, V b); HD V max(V a, V b); HD V clamp(V v, T a, T b); HD V clamp(V v, V a, V b); HD T dot(V a, V b);
ALL(INTEGERS, int, int) ALL(INTEGERS, uint, uint)
#define ABSOLUTE(V, T) HD V abs(V v);
ALL(ABSOLUTE, int, int)
HD float3 cross(float3 a, float3 b);

// The samples have no double vectors. These are templates, so that a program may define its own beside them.
template <class V> struct MantissaDoubleVector {};
template <> struct MantissaDoubleVector<double2> { typedef double2 vector; typedef double scalar; };
template <> struct MantissaDoubleVector<double3> { typedef double3 vector; typedef double scalar; };
template <> struct MantissaDoubleVector<double4> { typedef double4 vector; typedef double scalar; };
#define VECTOR typename MantissaDoubleVector<V>::vector
#define SCALAR typename MantissaDoubleVector<V>::scalar
#define DOUBLE_OPERATOR(op) \
  template <class V> HD VECTOR operator op(V a, V b); template <class V> HD VECTOR operator op(V a, SCALAR b); \
  template <class V> HD VECTOR operator op(SCALAR a, V b); template <class V> HD VECTOR &operator op##=(V &a, V b); template <class V> HD VECTOR &operator op##=(V &a, SCALAR b);
DOUBLE_OPERATOR(+) DOUBLE_OPERATOR(-) DOUBLE_OPERATOR(*) DOUBLE_OPERATOR(/)
template <class V> HD VECTOR operator-(const V &a);
template <class V> HD SCALAR dot(V a, V b);
template <class V> HD SCALAR length(V a);
template <class V> HD VECTOR normalize(V a);
#undef VECTOR
#undef SCALAR
#undef DOUBLE_OPERATOR
#undef OPERATOR
#undef RING
#undef ALL
#undef FIELD
#undef NEGATED
#undef FLOATS
#undef INTEGERS
#undef ABSOLUTE
#undef HD
#endif
#endif
