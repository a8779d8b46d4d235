// Common parts of __half and __nv_bfloat16: arithmetic, comparisons, mathematics, shuffles, hinted loads, atomics,
// for the scalar S and the pair P. Used by cuda_fp16.h and cuda_bf16.h.
#pragma once
#include "host_defines.h"

#define NARROW_UNARY(name, R, T) MANTISSA_HOST_DEVICE R name(const T a);
#define NARROW_BINARY(name, R, T) MANTISSA_HOST_DEVICE R name(const T a, const T b);
#define NARROW_TERNARY(name, R, T) MANTISSA_HOST_DEVICE R name(const T a, const T b, const T c);

#define NARROW_ARITHMETIC(S, P) \
  NARROW_BINARY(__hadd, S, S) NARROW_BINARY(__hsub, S, S) NARROW_BINARY(__hmul, S, S) NARROW_BINARY(__hdiv, S, S) \
  NARROW_BINARY(__hadd_rn, S, S) NARROW_BINARY(__hsub_rn, S, S) NARROW_BINARY(__hmul_rn, S, S) \
  NARROW_BINARY(__hadd_sat, S, S) NARROW_BINARY(__hsub_sat, S, S) NARROW_BINARY(__hmul_sat, S, S) \
  NARROW_BINARY(__hadd2, P, P) NARROW_BINARY(__hsub2, P, P) NARROW_BINARY(__hmul2, P, P) NARROW_BINARY(__h2div, P, P) \
  NARROW_BINARY(__hadd2_rn, P, P) NARROW_BINARY(__hsub2_rn, P, P) NARROW_BINARY(__hmul2_rn, P, P) \
  NARROW_BINARY(__hadd2_sat, P, P) NARROW_BINARY(__hsub2_sat, P, P) NARROW_BINARY(__hmul2_sat, P, P) \
  NARROW_TERNARY(__hfma, S, S) NARROW_TERNARY(__hfma_sat, S, S) NARROW_TERNARY(__hfma_relu, S, S) \
  NARROW_TERNARY(__hfma2, P, P) NARROW_TERNARY(__hfma2_sat, P, P) NARROW_TERNARY(__hfma2_relu, P, P) NARROW_TERNARY(__hcmadd, P, P) \
  NARROW_UNARY(__hneg, S, S) NARROW_UNARY(__habs, S, S) NARROW_UNARY(__hneg2, P, P) NARROW_UNARY(__habs2, P, P) \
  NARROW_BINARY(__hmax, S, S) NARROW_BINARY(__hmin, S, S) NARROW_BINARY(__hmax_nan, S, S) NARROW_BINARY(__hmin_nan, S, S) \
  NARROW_BINARY(__hmax2, P, P) NARROW_BINARY(__hmin2, P, P) NARROW_BINARY(__hmax2_nan, P, P) NARROW_BINARY(__hmin2_nan, P, P)

#define NARROW_RELATION(name, S, P) \
  NARROW_BINARY(__h##name, bool, S) NARROW_BINARY(__h##name##u, bool, S) \
  NARROW_BINARY(__h##name##2, P, P) NARROW_BINARY(__h##name##u2, P, P) \
  NARROW_BINARY(__hb##name##2, bool, P) NARROW_BINARY(__hb##name##u2, bool, P) \
  NARROW_BINARY(__h##name##2_mask, unsigned int, P) NARROW_BINARY(__h##name##u2_mask, unsigned int, P)
#define NARROW_COMPARISON(S, P) \
  NARROW_RELATION(eq, S, P) NARROW_RELATION(ne, S, P) NARROW_RELATION(le, S, P) NARROW_RELATION(ge, S, P) NARROW_RELATION(lt, S, P) NARROW_RELATION(gt, S, P) \
  NARROW_UNARY(__hisnan, bool, S) NARROW_UNARY(__hisinf, int, S) NARROW_UNARY(__hisnan2, P, P)

#define NARROW_FUNCTION(name, S, P) NARROW_UNARY(h##name, S, S) NARROW_UNARY(h2##name, P, P)
#define NARROW_FUNCTIONS(S, P) \
  NARROW_FUNCTION(sqrt, S, P) NARROW_FUNCTION(rsqrt, S, P) NARROW_FUNCTION(rcp, S, P) \
  NARROW_FUNCTION(log, S, P) NARROW_FUNCTION(log2, S, P) NARROW_FUNCTION(log10, S, P) \
  NARROW_FUNCTION(exp, S, P) NARROW_FUNCTION(exp2, S, P) NARROW_FUNCTION(exp10, S, P) \
  NARROW_FUNCTION(sin, S, P) NARROW_FUNCTION(cos, S, P) NARROW_FUNCTION(tanh, S, P) NARROW_FUNCTION(tanh_approx, S, P) \
  NARROW_FUNCTION(trunc, S, P) NARROW_FUNCTION(ceil, S, P) NARROW_FUNCTION(floor, S, P) NARROW_FUNCTION(rint, S, P)

#define NARROW_MEMORY(T) \
  MANTISSA_DEVICE T __shfl_sync(const unsigned int mask, const T value, const int lane, const int width = 32); \
  MANTISSA_DEVICE T __shfl_up_sync(const unsigned int mask, const T value, const unsigned int delta, const int width = 32); \
  MANTISSA_DEVICE T __shfl_down_sync(const unsigned int mask, const T value, const unsigned int delta, const int width = 32); \
  MANTISSA_DEVICE T __shfl_xor_sync(const unsigned int mask, const T value, const int laneMask, const int width = 32); \
  MANTISSA_DEVICE T __shfl(const T value, const int lane, const int width = 32); \
  MANTISSA_DEVICE T __shfl_up(const T value, const unsigned int delta, const int width = 32); \
  MANTISSA_DEVICE T __shfl_down(const T value, const unsigned int delta, const int width = 32); \
  MANTISSA_DEVICE T __shfl_xor(const T value, const int laneMask, const int width = 32); \
  MANTISSA_DEVICE T __ldg(const T *const pointer); MANTISSA_DEVICE T __ldcg(const T *const pointer); MANTISSA_DEVICE T __ldca(const T *const pointer); \
  MANTISSA_DEVICE T __ldcs(const T *const pointer); MANTISSA_DEVICE T __ldlu(const T *const pointer); MANTISSA_DEVICE T __ldcv(const T *const pointer); \
  MANTISSA_DEVICE void __stwb(T *const pointer, const T value); MANTISSA_DEVICE void __stcg(T *const pointer, const T value); \
  MANTISSA_DEVICE void __stcs(T *const pointer, const T value); MANTISSA_DEVICE void __stwt(T *const pointer, const T value); \
  MANTISSA_DEVICE T atomicAdd(T *const address, const T value);

// conversions between an integer type and the scalar S in all rounding modes, as __half2int_rn and __int2half_rn
#define NARROW_ROUNDED(R, prefix, T) MANTISSA_HOST_DEVICE R prefix##_rn(const T x); MANTISSA_HOST_DEVICE R prefix##_rz(const T x); MANTISSA_HOST_DEVICE R prefix##_rd(const T x); MANTISSA_HOST_DEVICE R prefix##_ru(const T x);
#define NARROW_INTEGER(S, word, name, I) NARROW_ROUNDED(I, __##word##2##name, S) NARROW_ROUNDED(S, __##name##2##word, I)
#define NARROW_INTEGERS(S, word) \
  NARROW_INTEGER(S, word, short, short int) NARROW_INTEGER(S, word, ushort, unsigned short int) \
  NARROW_INTEGER(S, word, int, int) NARROW_INTEGER(S, word, uint, unsigned int) \
  NARROW_INTEGER(S, word, ll, long long int) NARROW_INTEGER(S, word, ull, unsigned long long int) \
  MANTISSA_HOST_DEVICE signed char __##word##2char_rz(const S x); MANTISSA_HOST_DEVICE unsigned char __##word##2uchar_rz(const S x);

#define NARROW_OPERATORS(T) \
  MANTISSA_HOST_DEVICE T operator+(const T &a, const T &b); MANTISSA_HOST_DEVICE T operator-(const T &a, const T &b); \
  MANTISSA_HOST_DEVICE T operator*(const T &a, const T &b); MANTISSA_HOST_DEVICE T operator/(const T &a, const T &b); \
  MANTISSA_HOST_DEVICE T &operator+=(T &a, const T &b); MANTISSA_HOST_DEVICE T &operator-=(T &a, const T &b); \
  MANTISSA_HOST_DEVICE T &operator*=(T &a, const T &b); MANTISSA_HOST_DEVICE T &operator/=(T &a, const T &b); \
  MANTISSA_HOST_DEVICE T &operator++(T &a); MANTISSA_HOST_DEVICE T &operator--(T &a); \
  MANTISSA_HOST_DEVICE T operator++(T &a, const int); MANTISSA_HOST_DEVICE T operator--(T &a, const int); \
  MANTISSA_HOST_DEVICE T operator+(const T &a); MANTISSA_HOST_DEVICE T operator-(const T &a); \
  MANTISSA_HOST_DEVICE bool operator==(const T &a, const T &b); MANTISSA_HOST_DEVICE bool operator!=(const T &a, const T &b); \
  MANTISSA_HOST_DEVICE bool operator>(const T &a, const T &b); MANTISSA_HOST_DEVICE bool operator<(const T &a, const T &b); \
  MANTISSA_HOST_DEVICE bool operator>=(const T &a, const T &b); MANTISSA_HOST_DEVICE bool operator<=(const T &a, const T &b);

// the members of a scalar: constructors and conversions are implicit, as in CUDA
#define NARROW_BITS(S, raw) \
  S() = default; \
  __host__ __device__ constexpr S(const raw &bits) : __x(bits.x) {} \
  __host__ __device__ S &operator=(const raw &bits); \
  __host__ __device__ volatile S &operator=(const raw &bits) volatile; \
  __host__ __device__ volatile S &operator=(const volatile raw &bits) volatile; \
  __host__ __device__ operator raw() const; \
  __host__ __device__ operator raw() const volatile;
// Each conversion to a number makes clang weigh some 700 built-in operators wherever a half is an operand, four fifths of the time a
// rewritten program takes. A template makes it weigh none. Where the two differ, the template refuses: sin(h) with several sin.
#ifdef MANTISSA_REWRITTEN
template <bool isNumber> struct narrow_to {};
template <> struct narrow_to<true> { typedef int type; };
#define NARROW_TO_NUMBERS template <typename I, typename narrow_to<__is_arithmetic(I)>::type = 0> __host__ __device__ operator I() const;
#define NARROW_TO(I)
#else
#define NARROW_TO_NUMBERS NARROW_TO(signed char) NARROW_TO(unsigned char) NARROW_TO(char) NARROW_TO(bool)
#define NARROW_TO(I) __host__ __device__ operator I() const;
#endif
#define NARROW_CONVERTIBLE(S, I) __host__ __device__ S(const I x); NARROW_TO(I)
#define NARROW_ASSIGNABLE(S, I) __host__ __device__ S &operator=(const I x);
#define NARROW_CONVERSIONS(S) \
  NARROW_CONVERTIBLE(S, float) NARROW_CONVERTIBLE(S, short) NARROW_CONVERTIBLE(S, unsigned short) NARROW_CONVERTIBLE(S, int) \
  NARROW_CONVERTIBLE(S, unsigned int) NARROW_CONVERTIBLE(S, long) NARROW_CONVERTIBLE(S, unsigned long) \
  NARROW_CONVERTIBLE(S, long long) NARROW_CONVERTIBLE(S, unsigned long long) \
  __host__ __device__ S(const double x); /* and no operator double: it would make every use with a double ambiguous */ \
  NARROW_ASSIGNABLE(S, float) NARROW_ASSIGNABLE(S, double) NARROW_ASSIGNABLE(S, short) NARROW_ASSIGNABLE(S, unsigned short) \
  NARROW_ASSIGNABLE(S, int) NARROW_ASSIGNABLE(S, unsigned int) NARROW_ASSIGNABLE(S, long long) NARROW_ASSIGNABLE(S, unsigned long long) \
  NARROW_TO_NUMBERS
