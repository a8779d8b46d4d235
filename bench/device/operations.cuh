// One step of a chain per operation: x becomes f(x), so that no step can start before the one before it ended, nothing can be left out,
// and values stay finite. A step that needs an addition besides says so (`additions`), and the caller takes its time off again.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> struct Constants {
  T near_one, small, exponent;
};

#define MX_STEP(NAME, ADDITIONS, EXPRESSION)                                     \
  struct NAME {                                                                  \
    static constexpr int additions = ADDITIONS;                                  \
    template <class T> static __device__ __forceinline__ T step(T x, const Constants<T>& c) { \
      return EXPRESSION;                                                         \
    }                                                                            \
  };

template <class T> struct Math; // the functions of each format by one name
template <> struct Math<double> {
  static __device__ __forceinline__ double fma(double a, double b, double c) { return ::fma(a, b, c); }
  static __device__ __forceinline__ double sqrt(double x) { return ::sqrt(x); }
  static __device__ __forceinline__ double rsqrt(double x) { return ::rsqrt(x); }
  static __device__ __forceinline__ double exp(double x) { return ::exp(x); }
  static __device__ __forceinline__ double log(double x) { return ::log(x); }
  static __device__ __forceinline__ double sin(double x) { return ::sin(x); }
  static __device__ __forceinline__ double cos(double x) { return ::cos(x); }
  static __device__ __forceinline__ double pow(double x, double y) { return ::pow(x, y); }
};
template <> struct Math<float> {
  static __device__ __forceinline__ float fma(float a, float b, float c) { return ::fmaf(a, b, c); }
  static __device__ __forceinline__ float sqrt(float x) { return ::sqrtf(x); }
  static __device__ __forceinline__ float rsqrt(float x) { return ::rsqrtf(x); }
  static __device__ __forceinline__ float exp(float x) { return ::expf(x); }
  static __device__ __forceinline__ float log(float x) { return ::logf(x); }
  static __device__ __forceinline__ float sin(float x) { return ::sinf(x); }
  static __device__ __forceinline__ float cos(float x) { return ::cosf(x); }
  static __device__ __forceinline__ float pow(float x, float y) { return ::powf(x, y); }
};
// 16-bit formats have no pow of their own: it goes through fp32
#define MX_NARROW_MATH(T, WIDEN, NARROW)                                                        \
  template <> struct Math<T> {                                                                  \
    static __device__ __forceinline__ T fma(T a, T b, T c) { return __hfma(a, b, c); }          \
    static __device__ __forceinline__ T sqrt(T x) { return hsqrt(x); }                          \
    static __device__ __forceinline__ T rsqrt(T x) { return hrsqrt(x); }                        \
    static __device__ __forceinline__ T exp(T x) { return hexp(x); }                            \
    static __device__ __forceinline__ T log(T x) { return hlog(x); }                            \
    static __device__ __forceinline__ T sin(T x) { return hsin(x); }                            \
    static __device__ __forceinline__ T cos(T x) { return hcos(x); }                            \
    static __device__ __forceinline__ T pow(T x, T y) { return NARROW(::powf(WIDEN(x), WIDEN(y))); } \
  };
MX_NARROW_MATH(__half, __half2float, __float2half)
MX_NARROW_MATH(__nv_bfloat16, __bfloat162float, __float2bfloat16)
template <> struct Math<__half2> {
  static __device__ __forceinline__ __half2 fma(__half2 a, __half2 b, __half2 c) { return __hfma2(a, b, c); }
};

MX_STEP(Add, 0, x + c.small)
MX_STEP(Mul, 0, x * c.near_one)
MX_STEP(Fma, 0, Math<T>::fma(x, c.near_one, c.small))
MX_STEP(Div, 0, c.near_one / x)
MX_STEP(Sqrt, 0, Math<T>::sqrt(x))
MX_STEP(Rsqrt, 0, Math<T>::rsqrt(x))
MX_STEP(Exp, 0, Math<T>::exp(-x))
MX_STEP(Log, 1, Math<T>::log(x + c.near_one))
MX_STEP(Sin, 0, Math<T>::sin(x))
MX_STEP(Cos, 0, Math<T>::cos(x))
MX_STEP(Pow, 0, Math<T>::pow(x, c.exponent))

// Conversions, one direction at a time: the result's bits are read as the next source (a pair of registers or a half of one), which
// costs nothing or a move; what the numbers are does not matter to the converter. bf16 to fp32 is a shift, an integer instruction.
// both words vary: with a constant low word ptxas finds most of the chain out while it compiles
__device__ __forceinline__ double as_double(unsigned bits) {
  return __hiloint2double(static_cast<int>(bits), static_cast<int>(bits));
}
__device__ __forceinline__ unsigned high_word(double d) { return static_cast<unsigned>(__double2hiint(d)); }
__device__ __forceinline__ __half as_half(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
__device__ __forceinline__ __nv_bfloat16 as_bf16(unsigned bits) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}

#define MX_CONVERSION(NAME, EXPRESSION)                                                             \
  struct NAME {                                                                                     \
    static __device__ __forceinline__ unsigned step(unsigned bits) { return EXPRESSION; }           \
  };
MX_CONVERSION(Fp64ToFp32, __float_as_uint(__double2float_rn(as_double(bits))))
MX_CONVERSION(Fp32ToFp64, high_word(static_cast<double>(__uint_as_float(bits))))
MX_CONVERSION(Fp32ToFp16, __half_as_ushort(__float2half(__uint_as_float(bits))))
MX_CONVERSION(Fp16ToFp32, __float_as_uint(__half2float(as_half(bits))))
MX_CONVERSION(Fp32ToBf16, __bfloat16_as_ushort(__float2bfloat16(__uint_as_float(bits))))
MX_CONVERSION(Fp64ToFp16, __half_as_ushort(__double2half(as_double(bits))))
MX_CONVERSION(Fp16ToFp64, high_word(static_cast<double>(__half2float(as_half(bits)))))
MX_CONVERSION(Fp64ToBf16, __bfloat16_as_ushort(__double2bfloat16(as_double(bits))))
MX_CONVERSION(Bf16ToFp64, high_word(static_cast<double>(__bfloat162float(as_bf16(bits)))) | 0x00010001u)
MX_CONVERSION(Fp16ToBf16, __bfloat16_as_ushort(__float2bfloat16(__half2float(as_half(bits)))))
MX_CONVERSION(Bf16ToFp16, __half_as_ushort(__float2half(__bfloat162float(as_bf16(bits)))))
MX_CONVERSION(IntegerToFp64, high_word(static_cast<double>(static_cast<int>(bits))))
MX_CONVERSION(Fp64ToInteger, static_cast<unsigned>(__double2int_rz(as_double(bits))))
MX_CONVERSION(IntegerToFp32, __float_as_uint(static_cast<float>(static_cast<int>(bits))))
MX_CONVERSION(Fp32ToInteger, static_cast<unsigned>(__float2int_rz(__uint_as_float(bits))))
MX_CONVERSION(IntegerToFp16, __half_as_ushort(__int2half_rn(static_cast<int>(bits))))
MX_CONVERSION(Fp16ToInteger, static_cast<unsigned>(__half2int_rz(as_half(bits))))
