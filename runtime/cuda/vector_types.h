// char1 … double4 and dim3, with the sizes and alignments that the CUDA programming guide documents.
#ifndef MANTISSA_VECTOR_TYPES_H
#define MANTISSA_VECTOR_TYPES_H
#include "host_defines.h"

#define VECTOR_1(name, T) struct name { T x; }; typedef struct name name;
#define VECTOR_2(name, T, bytes) struct __align__(bytes) name { T x; T y; }; typedef struct name name;
#define VECTOR_3(name, T) struct name { T x; T y; T z; }; typedef struct name name;
#define VECTOR_4(name, T, bytes) struct __align__(bytes) name { T x; T y; T z; T w; }; typedef struct name name;
#define VECTORS(name, T, align2, align4) \
  VECTOR_1(name##1, T) VECTOR_2(name##2, T, align2) VECTOR_3(name##3, T) VECTOR_4(name##4, T, align4)

VECTORS(char, signed char, 2, 4)
VECTORS(uchar, unsigned char, 2, 4)
VECTORS(short, short, 4, 8)
VECTORS(ushort, unsigned short, 4, 8)
VECTORS(int, int, 8, 16)
VECTORS(uint, unsigned int, 8, 16)
VECTORS(long, long int, 2 * sizeof(long int), 16)
VECTORS(ulong, unsigned long int, 2 * sizeof(long int), 16)
VECTORS(longlong, long long int, 16, 16)
VECTORS(ulonglong, unsigned long long int, 16, 16)
VECTORS(float, float, 8, 16)
VECTORS(double, double, 16, 16)

// CUDA 13 names the alignment of the 256-bit types
VECTOR_4(long4_16a, long int, 16) VECTOR_4(long4_32a, long int, 32)
VECTOR_4(ulong4_16a, unsigned long int, 16) VECTOR_4(ulong4_32a, unsigned long int, 32)
VECTOR_4(longlong4_16a, long long int, 16) VECTOR_4(longlong4_32a, long long int, 32)
VECTOR_4(ulonglong4_16a, unsigned long long int, 16) VECTOR_4(ulonglong4_32a, unsigned long long int, 32)
VECTOR_4(double4_16a, double, 16) VECTOR_4(double4_32a, double, 32)

#undef VECTORS
#undef VECTOR_1
#undef VECTOR_2
#undef VECTOR_3
#undef VECTOR_4

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif
