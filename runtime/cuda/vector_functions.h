// make_float4 and its kin.
#ifndef MANTISSA_VECTOR_FUNCTIONS_H
#define MANTISSA_VECTOR_FUNCTIONS_H
#include "vector_types.h"

#define MAKERS(name, T) \
  MANTISSA_HOST_DEVICE __inline__ name##1 make_##name##1(T x) { name##1 v; v.x = x; return v; } \
  MANTISSA_HOST_DEVICE __inline__ name##2 make_##name##2(T x, T y) { name##2 v; v.x = x; v.y = y; return v; } \
  MANTISSA_HOST_DEVICE __inline__ name##3 make_##name##3(T x, T y, T z) { name##3 v; v.x = x; v.y = y; v.z = z; return v; } \
  MAKER_4(name##4, T)
#define MAKER_4(name, T) \
  MANTISSA_HOST_DEVICE __inline__ name make_##name(T x, T y, T z, T w) { name v; v.x = x; v.y = y; v.z = z; v.w = w; return v; }

MAKERS(char, signed char) MAKERS(uchar, unsigned char) MAKERS(short, short) MAKERS(ushort, unsigned short)
MAKERS(int, int) MAKERS(uint, unsigned int) MAKERS(long, long int) MAKERS(ulong, unsigned long int)
MAKERS(longlong, long long int) MAKERS(ulonglong, unsigned long long int) MAKERS(float, float) MAKERS(double, double)
MAKER_4(long4_16a, long int) MAKER_4(long4_32a, long int) MAKER_4(ulong4_16a, unsigned long int) MAKER_4(ulong4_32a, unsigned long int)
MAKER_4(longlong4_16a, long long int) MAKER_4(longlong4_32a, long long int)
MAKER_4(ulonglong4_16a, unsigned long long int) MAKER_4(ulonglong4_32a, unsigned long long int)
MAKER_4(double4_16a, double) MAKER_4(double4_32a, double)

#undef MAKERS
#undef MAKER_4
#endif
