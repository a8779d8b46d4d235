// The steps of ../steps.h as a GPU has them: instructions for halves and pairs of them, approximations, shuffles between threads, and
// conversions one direction at a time.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "../steps.h"

namespace mx_characterize {

// 16-bit formats have no pow of their own: it goes through fp32
#define MX_NARROW_MATH(T, WIDEN, NARROW)                                                        \
  template <> struct Math<T> {                                                                  \
    static __device__ __forceinline__ T fma(T a, T b, T c) { return __hfma(a, b, c); }          \
    static __device__ __forceinline__ T min(T a, T b) { return __hmin(a, b); }                  \
    static __device__ __forceinline__ T max(T a, T b) { return __hmax(a, b); }                  \
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

// two numbers in one register
#define MX_PAIRED(T, NAME, SPLAT)                                                               \
  template <> struct name_of<T> { static const char *text() { return NAME; } };                 \
  template <> struct number_of<T> { static MX_HD T from(double x) { return SPLAT(float(x)); } }; \
  template <> struct Math<T> {                                                                  \
    static __device__ __forceinline__ T fma(T a, T b, T c) { return __hfma2(a, b, c); }         \
  };
MX_PAIRED(__half2, "half2", __float2half2_rn)
MX_PAIRED(__nv_bfloat162, "bf16x2", __float2bfloat162_rn)
template <class Pair> struct paired_operations {
  template <class Work> static void each(const Work &work) { (work(Add{}), work(Sub{}), work(Mul{}), work(Fma{})); }
};
template <> struct operations_of<__half2> : paired_operations<__half2> {};
template <> struct operations_of<__nv_bfloat162> : paired_operations<__nv_bfloat162> {};

// single precision by the special function units, as --use_fast_math would have it
#define MX_APPROXIMATION(NAME, INSTRUCTION)                                      \
  static __device__ __forceinline__ float NAME(float x) {                        \
    float y;                                                                     \
    asm(INSTRUCTION ".f32 %0, %1;" : "=f"(y) : "f"(x));                          \
    return y;                                                                    \
  }
MX_APPROXIMATION(rcp_approximately, "rcp.approx.ftz")
MX_APPROXIMATION(sqrt_approximately, "sqrt.approx.ftz")
MX_APPROXIMATION(rsqrt_approximately, "rsqrt.approx.ftz")
MX_APPROXIMATION(exp2_approximately, "ex2.approx.ftz")
MX_APPROXIMATION(log2_approximately, "lg2.approx.ftz")
static __device__ __forceinline__ float divided_fully(float x, float y) {
  float z;
  asm("div.full.ftz.f32 %0, %1, %2;" : "=f"(z) : "f"(x), "f"(y));
  return z;
}
#define MX_FAST_STEP(NAME, WORDS, ADDITIONS, EXPRESSION)                                              \
  struct NAME {                                                                                       \
    static constexpr const char *words = WORDS;                                                       \
    static constexpr int operations = 1, additions = ADDITIONS;                                       \
    static constexpr bool is_long = false;                                                            \
    template <class T> static __device__ __forceinline__ float step(float x, const Constants<float> &c) { return EXPRESSION; } \
  };
MX_FAST_STEP(FastDiv, "div", 0, __fdividef(c.near_one, x))
MX_FAST_STEP(FullDiv, "div, full range", 0, divided_fully(c.near_one, x))
// with an addition: the reciprocal of a reciprocal is nothing to the assembler
MX_FAST_STEP(FastRcp, "rcp", 1, rcp_approximately(x + c.small))
MX_FAST_STEP(FastSqrt, "sqrt", 0, sqrt_approximately(x))
MX_FAST_STEP(FastRsqrt, "rsqrt", 0, rsqrt_approximately(x))
MX_FAST_STEP(FastExp, "exp", 0, __expf(-x))
MX_FAST_STEP(FastExp2, "exp2", 0, exp2_approximately(-x))
MX_FAST_STEP(FastLog, "log", 1, __logf(x + c.near_one))
MX_FAST_STEP(FastLog2, "log2", 1, log2_approximately(x + c.one))
MX_FAST_STEP(FastSin, "sin", 0, __sinf(x))
MX_FAST_STEP(FastCos, "cos", 0, __cosf(x))
MX_FAST_STEP(FastPow, "pow", 0, __powf(x, c.exponent))
template <class Work> void for_fast_operations(const Work &work) {
  (work(FastDiv{}), work(FullDiv{}), work(FastRcp{}), work(FastSqrt{}), work(FastRsqrt{}), work(FastExp{}), work(FastExp2{}));
  (work(FastLog{}), work(FastLog2{}), work(FastSin{}), work(FastCos{}), work(FastPow{}));
}

/** A shuffle to the next lane, register by register. */
struct Shuffle {
  static constexpr const char *words = "shuffle";
  static constexpr int operations = 1, additions = 0;
  static constexpr bool is_long = false;
  template <class T> static __device__ __forceinline__ T step(T x, const Constants<T> &) {
    constexpr int WORDS = (sizeof(T) + 3) / 4;
    unsigned word[WORDS] = {};
    memcpy(word, &x, sizeof(T));
#pragma unroll
    for (int i = 0; i < WORDS; i++) word[i] = __shfl_xor_sync(0xffffffffu, word[i], 1);
    memcpy(&x, word, sizeof(T));
    return x;
  }
};

// Conversions, one direction at a time: the result's bits are read as the next source (a pair of registers or a half of one), which
// costs nothing or a move; the values do not matter to the converter. bf16 to fp32 is a shift, an integer instruction.
// both words vary: with a constant low word ptxas finds most of the chain out while it compiles
__device__ __forceinline__ double as_double(unsigned bits) {
  return __hiloint2double(static_cast<int>(bits), static_cast<int>(bits));
}
__device__ __forceinline__ unsigned high_word(double d) { return static_cast<unsigned>(__double2hiint(d)); }
__device__ __forceinline__ __half as_half(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
__device__ __forceinline__ __nv_bfloat16 as_bf16(unsigned bits) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}

#define MX_CONVERSION(NAME, FROM, TO, EXPRESSION)                                                   \
  struct NAME {                                                                                     \
    static constexpr const char *from = FROM, *to = TO;                                             \
    static __device__ __forceinline__ unsigned step(unsigned bits) { return EXPRESSION; }           \
  };
MX_CONVERSION(Fp64ToFp32, "fp64", "fp32", __float_as_uint(__double2float_rn(as_double(bits))))
MX_CONVERSION(Fp32ToFp64, "fp32", "fp64", high_word(static_cast<double>(__uint_as_float(bits))))
MX_CONVERSION(Fp32ToFp16, "fp32", "fp16", __half_as_ushort(__float2half(__uint_as_float(bits))))
MX_CONVERSION(Fp16ToFp32, "fp16", "fp32", __float_as_uint(__half2float(as_half(bits))))
MX_CONVERSION(Fp32ToBf16, "fp32", "bf16", __bfloat16_as_ushort(__float2bfloat16(__uint_as_float(bits))))
MX_CONVERSION(Fp64ToFp16, "fp64", "fp16", __half_as_ushort(__double2half(as_double(bits))))
MX_CONVERSION(Fp16ToFp64, "fp16", "fp64", high_word(static_cast<double>(__half2float(as_half(bits)))))
MX_CONVERSION(Fp64ToBf16, "fp64", "bf16", __bfloat16_as_ushort(__double2bfloat16(as_double(bits))))
MX_CONVERSION(Bf16ToFp64, "bf16", "fp64", high_word(static_cast<double>(__bfloat162float(as_bf16(bits)))) | 0x00010001u)
MX_CONVERSION(Fp16ToBf16, "fp16", "bf16", __bfloat16_as_ushort(__float2bfloat16(__half2float(as_half(bits)))))
MX_CONVERSION(Bf16ToFp16, "bf16", "fp16", __half_as_ushort(__float2half(__bfloat162float(as_bf16(bits)))))
MX_CONVERSION(IntegerToFp64, "integer", "fp64", high_word(static_cast<double>(static_cast<int>(bits))))
MX_CONVERSION(Fp64ToInteger, "fp64", "integer", static_cast<unsigned>(__double2int_rz(as_double(bits))))
MX_CONVERSION(IntegerToFp32, "integer", "fp32", __float_as_uint(static_cast<float>(static_cast<int>(bits))))
MX_CONVERSION(Fp32ToInteger, "fp32", "integer", static_cast<unsigned>(__float2int_rz(__uint_as_float(bits))))
MX_CONVERSION(IntegerToFp16, "integer", "fp16", __half_as_ushort(__int2half_rn(static_cast<int>(bits))))
MX_CONVERSION(Fp16ToInteger, "fp16", "integer", static_cast<unsigned>(__half2int_rz(as_half(bits))))
// conversions of the 8-bit classes: in software before compute capability 8.9, and from fp64 everywhere
template <class T> __device__ __forceinline__ T as_fp8(unsigned bits) {
  T x;
  x.__x = static_cast<__nv_fp8_storage_t>(bits);
  return x;
}
MX_CONVERSION(Fp32ToFp8E4m3, "fp32", "fp8e4m3", __nv_fp8_e4m3(__uint_as_float(bits)).__x)
MX_CONVERSION(Fp32ToFp8E5m2, "fp32", "fp8e5m2", __nv_fp8_e5m2(__uint_as_float(bits)).__x)
MX_CONVERSION(Fp64ToFp8E4m3, "fp64", "fp8e4m3", __nv_fp8_e4m3(as_double(bits)).__x)
MX_CONVERSION(Fp64ToFp8E5m2, "fp64", "fp8e5m2", __nv_fp8_e5m2(as_double(bits)).__x)
MX_CONVERSION(Fp8E4m3ToFp32, "fp8e4m3", "fp32", __float_as_uint(static_cast<float>(as_fp8<__nv_fp8_e4m3>(bits))))
MX_CONVERSION(Fp8E5m2ToFp32, "fp8e5m2", "fp32", __float_as_uint(static_cast<float>(as_fp8<__nv_fp8_e5m2>(bits))))
template <class Work> void for_machine_conversions(const Work &work) {
  (work(Fp64ToFp32{}), work(Fp32ToFp64{}), work(Fp32ToFp16{}), work(Fp16ToFp32{}), work(Fp32ToBf16{}), work(Fp64ToFp16{}));
  (work(Fp16ToFp64{}), work(Fp64ToBf16{}), work(Bf16ToFp64{}), work(Fp16ToBf16{}), work(Bf16ToFp16{}), work(IntegerToFp64{}));
  (work(Fp64ToInteger{}), work(IntegerToFp32{}), work(Fp32ToInteger{}), work(IntegerToFp16{}), work(Fp16ToInteger{}));
  (work(Fp32ToFp8E4m3{}), work(Fp32ToFp8E5m2{}), work(Fp64ToFp8E4m3{}), work(Fp64ToFp8E5m2{}), work(Fp8E4m3ToFp32{}), work(Fp8E5m2ToFp32{}));
}

}  // namespace mx_characterize
