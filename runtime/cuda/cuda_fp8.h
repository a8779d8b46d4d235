// fp8 storage types: they convert, they do not compute.
#ifndef MANTISSA_CUDA_FP8_H
#define MANTISSA_CUDA_FP8_H
#include "cuda_fp16.h"
#include "cuda_bf16.h"
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
#ifdef __cplusplus
MANTISSA_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format);
MANTISSA_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format);
MANTISSA_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format);
MANTISSA_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format);
MANTISSA_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format);
MANTISSA_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t format);
MANTISSA_HOST_DEVICE __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t format);
MANTISSA_HOST_DEVICE __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t format);

#define FP8_TYPE(name) \
  struct __align__(1) name { \
    __nv_fp8_storage_t __x; \
    name() = default; \
    explicit __host__ __device__ name(const __half x); explicit __host__ __device__ name(const __nv_bfloat16 x); \
    explicit __host__ __device__ name(const float x); explicit __host__ __device__ name(const double x); \
    explicit __host__ __device__ name(const int x); explicit __host__ __device__ name(const unsigned int x); \
    explicit __host__ __device__ name(const short int x); explicit __host__ __device__ name(const unsigned short int x); \
    explicit __host__ __device__ name(const long int x); explicit __host__ __device__ name(const unsigned long int x); \
    explicit __host__ __device__ name(const long long int x); explicit __host__ __device__ name(const unsigned long long int x); \
    explicit __host__ __device__ operator __half() const; explicit __host__ __device__ operator __nv_bfloat16() const; \
    explicit __host__ __device__ operator float() const; explicit __host__ __device__ operator double() const; \
    explicit __host__ __device__ operator int() const; explicit __host__ __device__ operator unsigned int() const; \
    explicit __host__ __device__ operator bool() const; \
  };
FP8_TYPE(__nv_fp8_e4m3)
FP8_TYPE(__nv_fp8_e5m2)
#undef FP8_TYPE
#define FP8_PAIR(name) \
  struct __align__(2) name { \
    __nv_fp8x2_storage_t __x; \
    name() = default; \
    explicit __host__ __device__ name(const __half2 x); explicit __host__ __device__ name(const __nv_bfloat162 x); \
    explicit __host__ __device__ name(const float2 x); explicit __host__ __device__ name(const double2 x); \
    explicit __host__ __device__ operator __half2() const; explicit __host__ __device__ operator float2() const; \
  };
FP8_PAIR(__nv_fp8x2_e4m3)
FP8_PAIR(__nv_fp8x2_e5m2)
#undef FP8_PAIR
#endif
#endif
