// Loads and stores with a cache hint, and questions about address spaces.
#pragma once
#include "host_defines.h"
#include "vector_types.h"
#ifdef __CUDA__
#define HINTED(T) \
  MANTISSA_DEVICE T __ldg(const T *pointer); \
  MANTISSA_DEVICE T __ldcg(const T *pointer); \
  MANTISSA_DEVICE T __ldca(const T *pointer); \
  MANTISSA_DEVICE T __ldcs(const T *pointer); \
  MANTISSA_DEVICE T __ldlu(const T *pointer); \
  MANTISSA_DEVICE T __ldcv(const T *pointer); \
  MANTISSA_DEVICE void __stwb(T *pointer, T value); \
  MANTISSA_DEVICE void __stcg(T *pointer, T value); \
  MANTISSA_DEVICE void __stcs(T *pointer, T value); \
  MANTISSA_DEVICE void __stwt(T *pointer, T value);
HINTED(char) HINTED(signed char) HINTED(unsigned char) HINTED(short) HINTED(unsigned short)
HINTED(int) HINTED(unsigned int) HINTED(long int) HINTED(unsigned long int) HINTED(long long int) HINTED(unsigned long long int)
HINTED(float) HINTED(double)
HINTED(char2) HINTED(char4) HINTED(uchar2) HINTED(uchar4) HINTED(short2) HINTED(short4) HINTED(ushort2) HINTED(ushort4)
HINTED(int2) HINTED(int4) HINTED(uint2) HINTED(uint4) HINTED(longlong2) HINTED(ulonglong2)
HINTED(float2) HINTED(float4) HINTED(double2)
#undef HINTED

MANTISSA_DEVICE unsigned int __isGlobal(const void *pointer);
MANTISSA_DEVICE unsigned int __isShared(const void *pointer);
MANTISSA_DEVICE unsigned int __isConstant(const void *pointer);
MANTISSA_DEVICE unsigned int __isLocal(const void *pointer);
MANTISSA_DEVICE unsigned int __isGridConstant(const void *pointer);
MANTISSA_DEVICE size_t __cvta_generic_to_global(const void *pointer);
MANTISSA_DEVICE size_t __cvta_generic_to_shared(const void *pointer);
MANTISSA_DEVICE size_t __cvta_generic_to_constant(const void *pointer);
MANTISSA_DEVICE size_t __cvta_generic_to_local(const void *pointer);
MANTISSA_DEVICE void *__cvta_global_to_generic(size_t address);
MANTISSA_DEVICE void *__cvta_shared_to_generic(size_t address);
MANTISSA_DEVICE void *__cvta_constant_to_generic(size_t address);
MANTISSA_DEVICE void *__cvta_local_to_generic(size_t address);
#define __assume(condition) __builtin_assume(condition)
#endif
