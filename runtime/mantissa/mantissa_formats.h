// fp32x2, fp64x2 and fp64x4: numbers made of two floats, two doubles and four doubles, with about 48, 106 and 212 bits, as types that
// C++17 and CUDA programs compute with: operators, C's math functions, atomicAdd, shuffles, conversions. Everything is in this file.
// Made by mantissa's scripts/write-formats-header.mjs; Apache License 2.0.
#pragma once
#if !defined(__cplusplus) || __cplusplus < 201703L
#error "mantissa_formats.h: compile this file as C++17 (g++ -x c++ -std=gnu++17, nvcc -std=c++17)"
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

// ---- platform.h
// What differs between the compilers these headers serve: g++ and clang (also to WebAssembly), C++17 and later, and nvcc.

#if defined(__CUDACC__) || defined(__CUDA__)
#define MANTISSA_HD __attribute__((host)) __attribute__((device)) inline
#else
#define MANTISSA_HD inline
#endif

#if defined(__CUDA_ARCH__)
#define MANTISSA_ON_DEVICE 1
#else
#define MANTISSA_ON_DEVICE 0
#endif

// A fused multiply-add in hardware: elsewhere std::fma is a slow library call, and error-free products split instead.
#if MANTISSA_ON_DEVICE || defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__aarch64__)
#define MANTISSA_FAST_FMA 1
#else
#define MANTISSA_FAST_FMA 0
#endif

// Loops over the few parts of a value: unrolled on a device, so that the parts live in registers. It is needed for more than
// speed: nvcc 13.0 (cicc) reads the first element of an array filled in a loop it left rolled as undefined, and fp64x4's ÷ and
// √ were wrong on an H200 (test/numerics/nvcc.test.ts looks for such registers in the PTX).
#if MANTISSA_ON_DEVICE
#define MANTISSA_UNROLL _Pragma("unroll")
#else
#define MANTISSA_UNROLL
#endif

// Rarely taken: results that are zero, infinite or NaN.
#if defined(__GNUC__) || defined(__clang__)
#define MANTISSA_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define MANTISSA_UNLIKELY(condition) (condition)
#endif

// Where a result needs the care that infinities, NaNs and zeros take. A program that has none of them in its multi-part values
// may define MANTISSA_FINITE_ONLY: no branch is left, loops can be vectorised, and an infinity turns into NaN.
#if defined(MANTISSA_FINITE_ONLY)
#define MANTISSA_SPECIAL(condition) false
#else
#define MANTISSA_SPECIAL(condition) MANTISSA_UNLIKELY(condition)
#endif

// nvcc's --use_fast_math flushes float subnormals: cmp32x2 and fp32x2 then lose their tails below about 2^−102 (seen on an H200);
// the formats of doubles only where they pass through float.
#if defined(__FAST_MATH__) && !MANTISSA_ON_DEVICE
#error "the multi-part formats need IEEE arithmetic: build without -ffast-math"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "the multi-part formats need operations rounded to their own format: on 32-bit x86 build with -msse2 -mfpmath=sse"
#endif

// ---- rounded-operations.h
// One operation, one rounding, to nearest, whatever the compiler would like to fuse.
//
// A compiler may contract a·b + c into a fused multiply-add (nvcc and g++ do by default), which would break the error-free
// transforms and change the composite formats. On a device the _rn intrinsics are never contracted; clang is told per
// function; g++ has no such pragma, so the product passes through an empty asm that it cannot see through.

#if defined(__clang__)
#define MANTISSA_NO_CONTRACTION _Pragma("clang fp contract(off)")
#else
#define MANTISSA_NO_CONTRACTION
#endif

#if defined(__GNUC__) && !defined(__clang__) && !MANTISSA_ON_DEVICE && MANTISSA_FAST_FMA && !defined(MANTISSA_BUILT_WITHOUT_CONTRACTION)
#if defined(__aarch64__)
#define MANTISSA_HIDE(x) __asm__("" : "+w"(x))
#elif defined(__x86_64__) || defined(__i386__)
#define MANTISSA_HIDE(x) __asm__("" : "+x"(x))
#else
#define MANTISSA_HIDE(x) __asm__("" : "+m"(x))
#endif
#else
#define MANTISSA_HIDE(x)
#endif

namespace mantissa {

#if MANTISSA_ON_DEVICE
MANTISSA_HD float add_rn(float a, float b) { return __fadd_rn(a, b); }
MANTISSA_HD float sub_rn(float a, float b) { return __fsub_rn(a, b); }
MANTISSA_HD float mul_rn(float a, float b) { return __fmul_rn(a, b); }
MANTISSA_HD float div_rn(float a, float b) { return __fdiv_rn(a, b); }
MANTISSA_HD float sqrt_rn(float a) { return __fsqrt_rn(a); }
MANTISSA_HD float fma_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }
MANTISSA_HD double add_rn(double a, double b) { return __dadd_rn(a, b); }
MANTISSA_HD double sub_rn(double a, double b) { return __dsub_rn(a, b); }
MANTISSA_HD double mul_rn(double a, double b) { return __dmul_rn(a, b); }
MANTISSA_HD double div_rn(double a, double b) { return __ddiv_rn(a, b); }
MANTISSA_HD double sqrt_rn(double a) { return __dsqrt_rn(a); }
MANTISSA_HD double fma_rn(double a, double b, double c) { return __fma_rn(a, b, c); }
#else
template <class T> inline T add_rn(T a, T b) { MANTISSA_NO_CONTRACTION return a + b; }
template <class T> inline T sub_rn(T a, T b) { MANTISSA_NO_CONTRACTION return a - b; }
template <class T> inline T mul_rn(T a, T b) {
  MANTISSA_NO_CONTRACTION
  T product = a * b;
  MANTISSA_HIDE(product);
  return product;
}
template <class T> inline T div_rn(T a, T b) { return a / b; }
inline float sqrt_rn(float a) { return std::sqrt(a); }
inline double sqrt_rn(double a) { return std::sqrt(a); }
inline float fma_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline double fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
#endif

/** Neither zero, nor infinite, nor NaN. */
template <class T> MANTISSA_HD bool is_ordinary(T x) {
  const T difference = x - x; // 0 for a finite x, else NaN
  return difference == T(0) && x != T(0);
}

template <class T> MANTISSA_HD bool is_finite(T x) { return x - x == T(0); }

/** Neither zero, subnormal, infinite nor NaN: by the exponent field, because the floating-point units are busy. */
MANTISSA_HD bool is_normal(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (uint32_t(bits >> 52) & 0x7ffu) - 1u < 0x7feu;
}
MANTISSA_HD bool is_normal(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits >> 23 & 0xffu) - 1u < 0xfeu;
}

}  // namespace mantissa

// ---- binary-rounding.h
// Rounding of a double to fewer bits, once, to nearest, ties to even (IEEE 754-2019 §4.3.1).
//
// Adding and subtracting c = 1.5·2^(e+53−p), e the exponent of x, makes the hardware round at the target's last bit: the sum
// lies in [2^(e+53−p), 2^(e+54−p)), whose doubles are 2^(e+1−p) apart. e is held at the target's smallest normal exponent
// from below (subnormals share its ulp) and at one above the largest from above (all of it overflows).

namespace mantissa {

namespace detail {

MANTISSA_HD uint64_t bits_of_double(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

MANTISSA_HD double double_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace detail

/** x rounded to p significant bits and exponents exponent_min…exponent_max, as a double. */
template <int p, int exponent_min, int exponent_max> MANTISSA_HD double round_to_bits(double x) {
  const uint64_t bits = detail::bits_of_double(x);
  int exponent = int((bits >> 52) & 0x7ff) - 1023;
  exponent = exponent < exponent_min ? exponent_min : exponent > exponent_max + 1 ? exponent_max + 1 : exponent;
  const double c = detail::double_of_bits((uint64_t(exponent + 53 - p + 1023) << 52) | (uint64_t(1) << 51));
  const double rounded = sub_rn(add_rn(x, c), c);
  const double largest = (2.0 - 1.0 / double(1 << (p - 1))) * detail::double_of_bits(uint64_t(exponent_max + 1023) << 52);
  const double magnitude = std::fabs(rounded) > largest ? HUGE_VAL : std::fabs(rounded);
  if (x != x) return x;
  return detail::double_of_bits(detail::bits_of_double(magnitude) | (bits & (uint64_t(1) << 63)));
}

/**
 * The double that rounds to any binary format of at most 51 bits as head + tail does, |tail| ≤ ulp(head)/2: rounding to odd
 * (Boldo and Melquiond, IEEE TC 2008). The last bit is set whenever a tail is lost, so a tie is never made up.
 */
MANTISSA_HD double round_to_odd(double head, double tail) {
  const uint64_t bits = detail::bits_of_double(head);
  if (tail == 0 || tail != tail || !is_finite(head) || (bits & 1)) return head;
  if (head == 0) return tail;
  return detail::double_of_bits((head > 0) == (tail > 0) ? bits + 1 : bits - 1);
}

}  // namespace mantissa

// ---- error-free-transforms.h
// Error-free transforms on float and double: the rounded result and its exact rounding error.
//
//   two_sum       Knuth, TAOCP vol. 2, §4.2.2; Møller 1965     s = fl(a+b), s + e = a + b, any order of magnitude
//   fast_two_sum  Dekker 1971                                  the same where |a| ≥ |b| or a = 0, in 3 operations
//   two_prod      fma(a, b, −fl(a·b)); without a fused operation Dekker's product over Veltkamp's split
//
// e is exact unless it underflows; then it is the exact error rounded once, with and without fma (src/numerics/
// error-free-transforms.ts computes the same).

namespace mantissa {

template <class T> struct pair_of {
  T head, tail;
};

template <class T> MANTISSA_HD pair_of<T> two_sum(T a, T b) {
  const T s = add_rn(a, b);
  const T bb = sub_rn(s, a);
  return {s, add_rn(sub_rn(a, sub_rn(s, bb)), sub_rn(b, bb))};
}

template <class T> MANTISSA_HD pair_of<T> fast_two_sum(T a, T b) {
  const T s = add_rn(a, b);
  return {s, sub_rn(b, sub_rn(s, a))};
}

namespace detail {

/** e with p + e = a·b, by the split into 26-bit halves, whose four products are exact. */
MANTISSA_HD double product_error_by_split(double a, double b, double p) {
  MANTISSA_NO_CONTRACTION
  const double splitter = 134217729.0;  // 2^27 + 1
  const double ta = mul_rn(splitter, a), ah = ta - (ta - a), al = a - ah;
  const double tb = mul_rn(splitter, b), bh = tb - (tb - b), bl = b - bh;
  return mul_rn(ah, bh) - p + mul_rn(ah, bl) + mul_rn(al, bh) + mul_rn(al, bl);
}

/** The error of a product so small that the halves' products would underflow: scale both factors to about 1. */
MANTISSA_HD double tiny_product_error(double a, double b, double p) {
  // the error of a subnormal product is at most half the smallest number, and rounds to zero
  if (!(std::fabs(p) >= 0x1p-1022) || std::fabs(p) > 1.0) return 0.0;
  int ka, kb;
  const double sa = std::frexp(a, &ka), sb = std::frexp(b, &kb);
  return std::ldexp(product_error_by_split(sa, sb, mul_rn(sa, sb)), ka + kb);
}

MANTISSA_HD double product_error_without_fma(double a, double b, double p) {
  const double size = std::fabs(p);
  if (MANTISSA_UNLIKELY(!(size > 0x1p-900 && size < HUGE_VAL))) return tiny_product_error(a, b, p);
  // a split rounds its upper half up: neither it nor the product of two such halves may overflow
  if (MANTISSA_UNLIKELY(std::fabs(b) > 0x1p970)) return product_error_by_split(a, b * 0x1p-60, p * 0x1p-60) * 0x1p60;
  if (MANTISSA_UNLIKELY(std::fabs(a) > 0x1p970 || size > 0x1p1020))
    return product_error_by_split(a * 0x1p-60, b, p * 0x1p-60) * 0x1p60;
  return product_error_by_split(a, b, p);
}

}  // namespace detail

MANTISSA_HD pair_of<double> two_prod(double a, double b) {
  const double p = mul_rn(a, b);
#if MANTISSA_FAST_FMA
  return {p, fma_rn(a, b, -p)};
#else
  return {p, detail::product_error_without_fma(a, b, p)};
#endif
}

MANTISSA_HD pair_of<float> two_prod(float a, float b) {
#if MANTISSA_FAST_FMA
  const float p = mul_rn(a, b);
  return {p, fma_rn(a, b, -p)};
#else
  // the product of two 24-bit numbers has 48 bits: a double holds it, and its rounding error
  const double exact = double(a) * double(b);
  const float p = float(exact);
  return {p, float(exact - double(p))};
#endif
}

/** An integer as an error-free pair of doubles: 64 bits do not fit one. */
template <class I> MANTISSA_HD pair_of<double> pair_of_integer(I x) {
  static_assert(std::is_integral<I>::value && sizeof(I) <= 8, "an integer of at most 64 bits");
  if (sizeof(I) <= 4) return {double(x), 0.0};
  const bool negative = x < I(0);
  const uint64_t magnitude = negative ? uint64_t(0) - uint64_t(x) : uint64_t(x);
  const pair_of<double> s = fast_two_sum(double(uint32_t(magnitude >> 32)) * 0x1p32, double(uint32_t(magnitude)));
  return negative ? pair_of<double>{-s.head, -s.tail} : s;
}

}  // namespace mantissa

// ---- format-traits.h
// mantissa::format_traits<T>: the format table for generic code (design, "Words"; src/numerics/format.ts holds the same figures).
//
// significand_bits p counts the implicit bit; a normal number is ±m·2^e, 1 ≤ m < 2, exponent_min ≤ e ≤ exponent_max.
// Two formats meet in the one of higher rank; fp16 and bf16, of equal rank, meet in fp32; an integer adapts to the other.

namespace mantissa {

template <class T> struct double_word;
struct fp64x4;
using fp32 = float;
using fp64 = double;
using fp32x2 = double_word<float>;
using fp64x2 = double_word<double>;

template <class T> struct format_traits {
  static constexpr bool is_format = false;
};

#define MANTISSA_FORMAT(type, text, bits, minimum, maximum, order, next, part_type, count) \
  template <> struct format_traits<type> {                                           \
    static constexpr bool is_format = true;                                          \
    static constexpr const char *name() { return text; }                             \
    static constexpr int significand_bits = bits;                                    \
    static constexpr int exponent_min = minimum;                                     \
    static constexpr int exponent_max = maximum;                                     \
    static constexpr int rank = order;                                               \
    static constexpr int parts = count;                                              \
    using wider = next;                                                              \
    using part = part_type;                                                          \
  }
MANTISSA_FORMAT(fp32, "fp32", 24, -126, 127, 1, fp64, fp32, 1);
MANTISSA_FORMAT(fp32x2, "fp32x2", 48, -126, 127, 3, fp64, fp32, 2);
MANTISSA_FORMAT(fp64, "fp64", 53, -1022, 1023, 4, fp64x2, fp64, 1);
MANTISSA_FORMAT(fp64x2, "fp64x2", 106, -1022, 1023, 6, fp64x4, fp64, 2);
MANTISSA_FORMAT(fp64x4, "fp64x4", 212, -1022, 1023, 7, fp64x4, fp64, 4);
#undef MANTISSA_FORMAT

/** A format or an integer: what an operator of this library takes. */
template <class T> constexpr bool is_format = format_traits<T>::is_format;
template <class T> constexpr bool is_operand = is_format<T> || std::is_integral<T>::value;
/** A class of this library, as opposed to float, double, and CUDA's fp16 and bf16. */
template <class T> constexpr bool is_multi_part = false;
template <class T> constexpr bool is_multi_part<double_word<T>> = true;
template <> inline constexpr bool is_multi_part<fp64x4> = true;
template <class T> constexpr bool is_narrow = false;

namespace detail {

template <class T, bool = is_format<T>> struct rank_of { static constexpr int value = format_traits<T>::rank; };
template <class T> struct rank_of<T, false> { static constexpr int value = -1; };

template <class A, class B> struct meeting {
  static constexpr int a = rank_of<A>::value, b = rank_of<B>::value;
  static constexpr bool equal_rank = a == b && !std::is_same<A, B>::value;
  using type = typename std::conditional<equal_rank, fp32, typename std::conditional<(a >= b), A, B>::type>::type;
};

}  // namespace detail

template <class A, class B> using meet_t = typename detail::meeting<A, B>::type;

/** Implicit to a multi-part format: from narrower formats, from integers, and, as between C++'s own types, from double. */
template <class From, class To> constexpr bool converts_implicitly =
    is_operand<From> && !std::is_same<From, To>::value &&
    (detail::rank_of<From>::value < detail::rank_of<To>::value || std::is_floating_point<From>::value);
template <class From, class To> constexpr bool converts_explicitly =
    is_format<From> && !std::is_same<From, To>::value && !converts_implicitly<From, To>;

/** Any operand to any format, and a format to an integer (towards zero): see conversion.h. */
template <class To, class From> MANTISSA_HD To convert(const From &x);

}  // namespace mantissa

// ---- double-word.h
// fp32x2 and fp64x2: a value is the unevaluated sum hi + lo of two floats or doubles, hi = fl(hi + lo), so |lo| ≤ ulp(hi)/2.
//
// Algorithms, with u = 2^−24 or 2^−53 and relative error bounds in the absence of underflow and overflow:
//   +, −  AccurateDWPlusDW, 3u²+O(u³)   Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks
//         of double-word arithmetic", ACM TOMS 44(2), 2017, algorithm 6: the "IEEE add" of Hida, Li and Bailey's QD
//   ×     DWTimesDW1, 5u²               same, algorithm 10; bound from Muller and Rideau, ACM TOMS 48(1), 2022
//   ÷     DWDivDW2, 15u²+56u³           same as +, algorithm 17 with DWTimesFP1 (algorithm 7)
//   √     SQRTDWtoDW, 25/8·u²           Lefèvre, Louvet, Muller, Picot, Rideau, ACM TOMS 49(1), 2023
// A zero or non-finite result is that of the heads alone with a zero tail: infinities, NaNs and signed zeros are IEEE's, but for
// −0 + −0, which is +0 here (every non-finite sum leaves a NaN in its tail, and one comparison is all an addition can spare).
// src/numerics/double-word.ts computes the same, bit for bit.

namespace mantissa {

template <class T> struct alignas(2 * sizeof(T)) double_word {
  T hi, lo;

  double_word() = default;
  /** Two parts that already are a double-word: |lo| ≤ ulp(hi)/2. */
  MANTISSA_HD constexpr double_word(T head, T tail) : hi(head), lo(tail) {}
  MANTISSA_HD constexpr double_word(T x) : hi(x), lo(T(0)) {}
  template <class X, std::enable_if_t<converts_implicitly<X, double_word> && !std::is_same<X, T>::value, int> = 0>
  MANTISSA_HD double_word(X x) : double_word(convert<double_word>(x)) {}
  template <class X, std::enable_if_t<converts_explicitly<X, double_word>, int> = 0>
  MANTISSA_HD explicit double_word(const X &x) : double_word(convert<double_word>(x)) {}

  template <class X, std::enable_if_t<std::is_arithmetic<X>::value || is_narrow<X>, int> = 0>
  MANTISSA_HD explicit operator X() const { return convert<X>(*this); }
};

namespace detail {

/** A sum that is not finite: the first of its stages that was not. */
template <class T> MANTISSA_HD double_word<T> settle_sum(T sum, T renormalised) {
  return {is_finite(sum) ? renormalised : sum, T(0)};
}

// The next two are given every result whose head is not normal; a subnormal one is as it should be.

template <class T> MANTISSA_HD double_word<T> settle_product(T product, pair_of<T> z) {
  if (is_ordinary(z.head)) return {z.head, z.tail};
  return {z.head == T(0) || !is_finite(product) ? product : z.head, T(0)};
}

template <class T> MANTISSA_HD double_word<T> quotient(double_word<T> x, double_word<T> y, T head) {
  const pair_of<T> c = two_prod(y.hi, head);
  const pair_of<T> t = fast_two_sum(c.head, mul_rn(y.lo, head));
  const pair_of<T> r = fast_two_sum(t.head, add_rn(t.tail, c.tail));
  const T rest = add_rn(sub_rn(x.hi, r.head), sub_rn(x.lo, r.tail));
  const pair_of<T> z = fast_two_sum(head, div_rn(rest, y.hi));
  return {z.head, z.tail};
}

/** Division by zero, of and by infinities, and of a dividend so near overflow that y·(x/y) is infinite. */
template <class T> MANTISSA_HD double_word<T> settle_quotient(double_word<T> x, double_word<T> y, T head, double_word<T> z) {
  if (is_ordinary(z.hi)) return z;
  if (!is_ordinary(head) || !is_finite(y.hi)) return {head, T(0)};
  const T scale = T(1) / T(256);
  const double_word<T> small_x(x.hi * scale, x.lo * scale);
  const double_word<T> small = quotient(small_x, y, div_rn(small_x.hi, y.hi));
  const T hi = small.hi / scale;
  return {hi, is_finite(hi) ? small.lo / scale : T(0)};
}

}  // namespace detail

template <class T> MANTISSA_HD double_word<T> operator+(double_word<T> x, double_word<T> y) {
  const pair_of<T> s = two_sum(x.hi, y.hi), t = two_sum(x.lo, y.lo);
  const pair_of<T> v = fast_two_sum(s.head, add_rn(s.tail, t.head));
  const pair_of<T> z = fast_two_sum(v.head, add_rn(t.tail, v.tail));
  if (MANTISSA_SPECIAL(z.tail != z.tail)) return detail::settle_sum(s.head, v.head);
  return {z.head, z.tail};
}

template <class T> MANTISSA_HD double_word<T> operator-(double_word<T> x) { return {-x.hi, -x.lo}; }
template <class T> MANTISSA_HD double_word<T> operator+(double_word<T> x) { return x; }
template <class T> MANTISSA_HD double_word<T> operator-(double_word<T> x, double_word<T> y) { return x + -y; }

template <class T> MANTISSA_HD double_word<T> operator*(double_word<T> x, double_word<T> y) {
  const pair_of<T> c = two_prod(x.hi, y.hi);
  const T cross = add_rn(mul_rn(x.hi, y.lo), mul_rn(x.lo, y.hi));
  const pair_of<T> z = fast_two_sum(c.head, add_rn(c.tail, cross));
  if (MANTISSA_SPECIAL(!is_normal(z.head))) return detail::settle_product(c.head, z);
  return {z.head, z.tail};
}

template <class T> MANTISSA_HD double_word<T> operator/(double_word<T> x, double_word<T> y) {
  const T head = div_rn(x.hi, y.hi);
  const double_word<T> z = detail::quotient(x, y, head);
  if (MANTISSA_SPECIAL(!is_normal(z.hi))) return detail::settle_quotient(x, y, head, z);
  return z;
}

template <class T> MANTISSA_HD double_word<T> sqrt(double_word<T> x) {
  const T head = sqrt_rn(x.hi);
  if (MANTISSA_SPECIAL(!is_ordinary(head))) return {head, T(0)};
  const pair_of<T> square = two_prod(head, head);
  const T rest = add_rn(x.lo, sub_rn(sub_rn(x.hi, square.head), square.tail));
  const pair_of<T> z = fast_two_sum(head, div_rn(rest, T(2) * head));
  return {z.head, z.tail};
}

template <class T> MANTISSA_HD bool operator==(double_word<T> x, double_word<T> y) { return x.hi == y.hi && x.lo == y.lo; }
template <class T> MANTISSA_HD bool operator!=(double_word<T> x, double_word<T> y) { return !(x == y); }
template <class T> MANTISSA_HD bool operator<(double_word<T> x, double_word<T> y) {
  return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo);
}
template <class T> MANTISSA_HD bool operator<=(double_word<T> x, double_word<T> y) {
  return x.hi < y.hi || (x.hi == y.hi && x.lo <= y.lo);
}
template <class T> MANTISSA_HD bool operator>(double_word<T> x, double_word<T> y) { return y < x; }
template <class T> MANTISSA_HD bool operator>=(double_word<T> x, double_word<T> y) { return y <= x; }

/** The parts rounded to integers by `round`, the second only where the first already is one. */
template <class T, class Round> MANTISSA_HD double_word<T> round_parts(double_word<T> x, Round round) {
  const T head = round(x.hi);
  if (head != x.hi || !is_ordinary(head)) return {head, T(0)};
  const pair_of<T> z = fast_two_sum(head, T(round(x.lo)));
  return {z.head, z.tail};
}

/** x·2^k: exact unless a part underflows. */
template <class T> MANTISSA_HD double_word<T> ldexp(double_word<T> x, int k) {
  const T hi = T(std::ldexp(x.hi, k));
  return is_finite(hi) ? double_word<T>(hi, T(std::ldexp(x.lo, k))) : double_word<T>(hi, T(0));
}

}  // namespace mantissa

// ---- quad-word.h
// fp64x4: the unevaluated sum of four doubles, each at most half an ulp of the one before it; u = 2^−53.
//
// After Hida, Li and Bailey, "Library for double-double and quad-double arithmetic" (2007), in the accurate form: every term
// down to order u³ is summed without error, and what is dropped is below the last part's last bit.
//   +, −  merge the eight parts by magnitude, distil, keep four
//   ×     partial products a_i·b_j of order i+j ≤ 3 with their errors, those of order 4 rounded, summed order by order
//   ÷     long division by doubles, five quotient digits; √: Heron's correction twice
// The bound for a sum or product of four-part expansions renormalised this way is 2^−208 (Joldes, Marty, Muller, Popescu,
// IEEE TC 65(4), 2016: 2^−(p−1)n with n = 4); ÷ and √ follow from it. src/numerics/quad-word.ts computes the same.

namespace mantissa {

struct alignas(16) fp64x4 {
  double part[4];

  fp64x4() = default;
  /** Four parts that already are a quad-word. */
  MANTISSA_HD constexpr fp64x4(double a, double b, double c, double d) : part{a, b, c, d} {}
  MANTISSA_HD constexpr fp64x4(double x) : part{x, 0, 0, 0} {}
  template <class X, std::enable_if_t<converts_implicitly<X, fp64x4> && !std::is_same<X, double>::value, int> = 0>
  MANTISSA_HD fp64x4(X x) : fp64x4(convert<fp64x4>(x)) {}

  template <class X, std::enable_if_t<std::is_arithmetic<X>::value || is_narrow<X>, int> = 0>
  MANTISSA_HD explicit operator X() const { return convert<X>(*this); }
};

namespace detail {

/** Sums from the last term to the first, leaving the rounding errors in place. */
template <int n> MANTISSA_HD void distil(double (&terms)[n]) {
  MANTISSA_UNROLL
  for (int i = n - 2; i >= 0; i--) {
    const pair_of<double> s = two_sum(terms[i], terms[i + 1]);
    terms[i] = s.head;
    terms[i + 1] = s.tail;
  }
}

/** The first four non-overlapping parts of a sum of terms sorted by magnitude (overlaps allowed). */
template <int n> MANTISSA_HD fp64x4 renormalise(double (&terms)[n]) {
  distil(terms);
  double parts[5] = {0, 0, 0, 0, 0};
  int count = 0;
  double carry = terms[0];
  MANTISSA_UNROLL
  for (int i = 1; i < n; i++) {
    const pair_of<double> s = fast_two_sum(carry, terms[i]);
    const bool kept = s.tail != 0;
    // selects over constant indices instead of parts[count] keep the array in registers on a GPU
    MANTISSA_UNROLL
    for (int k = 0; k < 5; k++) parts[k] = kept && k == count ? s.head : parts[k];
    count += kept;
    carry = kept ? s.tail : s.head;
  }
  MANTISSA_UNROLL
  for (int k = 0; k < 5; k++) parts[k] = k == count ? carry : parts[k];
  // two more passes bring each part within half an ulp of the one before
  distil(parts);
  const pair_of<double> a = fast_two_sum(parts[0], parts[1]);
  const pair_of<double> b = fast_two_sum(a.tail, parts[2]);
  const pair_of<double> c = fast_two_sum(b.tail, parts[3]);
  return {a.head, b.head, c.head, add_rn(c.tail, parts[4])};
}

/** The result where the heads' own result is not an ordinary number, or the expansion overflowed on the way. */
MANTISSA_HD fp64x4 settle(fp64x4 z, double heads) {
  if (!MANTISSA_UNLIKELY(!is_ordinary(z.part[0]))) return z;
  if (z.part[0] == 0 || !is_finite(heads)) return {heads, 0, 0, 0};
  return {heads < 0 ? -HUGE_VAL : HUGE_VAL, 0, 0, 0};
}

/** Sums one order of partial products to its first term and hands the rounding errors on to the next order. */
template <int n, int m> MANTISSA_HD double sum_order(double (&terms)[n], double (&next)[m], int from) {
  distil(terms);
  MANTISSA_UNROLL
  for (int i = 1; i < n; i++) next[from + i - 1] = terms[i];
  return terms[0];
}

MANTISSA_HD fp64x4 times_double(const fp64x4 &x, double y) {
  const pair_of<double> p0 = two_prod(x.part[0], y), p1 = two_prod(x.part[1], y);
  const pair_of<double> p2 = two_prod(x.part[2], y), p3 = two_prod(x.part[3], y);
  double o1[2] = {p1.head, p0.tail}, o2[3] = {p2.head, p1.tail, 0}, o3[4] = {p3.head, p2.tail, 0, 0};
  double o4[4] = {p3.tail, 0, 0, 0};
  const double s1 = sum_order(o1, o2, 2), s2 = sum_order(o2, o3, 2), s3 = sum_order(o3, o4, 1);
  double s4 = 0;
  MANTISSA_UNROLL
  for (double term : o4) s4 = add_rn(s4, term);
  double terms[5] = {p0.head, s1, s2, s3, s4};
  return renormalise(terms);
}

}  // namespace detail

MANTISSA_HD fp64x4 operator-(const fp64x4 &x) { return {-x.part[0], -x.part[1], -x.part[2], -x.part[3]}; }
MANTISSA_HD fp64x4 operator+(const fp64x4 &x) { return x; }

MANTISSA_HD fp64x4 operator+(const fp64x4 &x, const fp64x4 &y) {
  // a bitonic merge: x descending, y ascending, then compare-exchanges at distance 4, 2, 1
  double terms[8] = {x.part[0], x.part[1], x.part[2], x.part[3], y.part[3], y.part[2], y.part[1], y.part[0]};
  MANTISSA_UNROLL
  for (int distance = 4; distance > 0; distance /= 2) {
    MANTISSA_UNROLL
    for (int i = 0; i < 8; i++) {
      if (i & distance) continue;
      const double a = terms[i], b = terms[i + distance];
      const bool swap = std::fabs(a) < std::fabs(b);
      terms[i] = swap ? b : a;
      terms[i + distance] = swap ? a : b;
    }
  }
  return detail::settle(detail::renormalise(terms), add_rn(x.part[0], y.part[0]));
}

MANTISSA_HD fp64x4 operator-(const fp64x4 &x, const fp64x4 &y) { return x + -y; }

MANTISSA_HD fp64x4 operator*(const fp64x4 &x, const fp64x4 &y) {
  const double *a = x.part, *b = y.part;
  const pair_of<double> p00 = two_prod(a[0], b[0]);
  const pair_of<double> p01 = two_prod(a[0], b[1]), p10 = two_prod(a[1], b[0]);
  const pair_of<double> p02 = two_prod(a[0], b[2]), p11 = two_prod(a[1], b[1]), p20 = two_prod(a[2], b[0]);
  const pair_of<double> p03 = two_prod(a[0], b[3]), p12 = two_prod(a[1], b[2]), p21 = two_prod(a[2], b[1]),
                        p30 = two_prod(a[3], b[0]);
  double o1[3] = {p00.tail, p01.head, p10.head};
  double o2[7] = {p01.tail, p10.tail, p02.head, p11.head, p20.head, 0, 0};
  double o3[13] = {p02.tail, p11.tail, p20.tail, p03.head, p12.head, p21.head, p30.head, 0, 0, 0, 0, 0, 0};
  double o4[19] = {p03.tail, p12.tail, p21.tail, p30.tail, mul_rn(a[1], b[3]), mul_rn(a[2], b[2]), mul_rn(a[3], b[1])};
  const double s1 = detail::sum_order(o1, o2, 5), s2 = detail::sum_order(o2, o3, 7), s3 = detail::sum_order(o3, o4, 7);
  double s4 = 0;
  MANTISSA_UNROLL
  for (double term : o4) s4 = add_rn(s4, term);
  double terms[5] = {p00.head, s1, s2, s3, s4};
  return detail::settle(detail::renormalise(terms), p00.head);
}

namespace detail {

MANTISSA_HD fp64x4 scaled(const fp64x4 &x, double by) {
  return {x.part[0] * by, x.part[1] * by, x.part[2] * by, x.part[3] * by};
}

MANTISSA_HD fp64x4 quotient(const fp64x4 &x, const fp64x4 &y) {
  double digits[5];
  fp64x4 rest = x;
  MANTISSA_UNROLL
  for (int k = 0; k < 5; k++) {
    digits[k] = div_rn(rest.part[0], y.part[0]);
    if (k < 4) rest = rest - times_double(y, digits[k]);
  }
  return renormalise(digits);
}

}  // namespace detail

MANTISSA_HD fp64x4 operator/(const fp64x4 &x, const fp64x4 &y) {
  const double head = div_rn(x.part[0], y.part[0]);
  const fp64x4 z = detail::quotient(x, y);
  if (!MANTISSA_UNLIKELY(!is_ordinary(z.part[0]))) return z;
  if (!is_ordinary(head) || !is_finite(y.part[0])) return {head, 0, 0, 0};
  // a dividend so near overflow that y·(x/y) is infinite
  const fp64x4 small = detail::scaled(detail::quotient(detail::scaled(x, 0x1p-8), y), 0x1p8);
  return is_finite(small.part[0]) ? small : fp64x4(small.part[0], 0, 0, 0);
}

MANTISSA_HD fp64x4 sqrt(fp64x4 x) {
  // near overflow a root rounded up would have an infinite square
  const bool large = x.part[0] > 0x1p1020 && is_finite(x.part[0]);
  if (large) x = detail::scaled(x, 0x1p-8);
  const double head = sqrt_rn(x.part[0]);
  if (!is_ordinary(head)) return {head, 0, 0, 0};
  // s ← s + (x − s²)/(2s): 53 bits, then 106, then all
  const fp64x4 rest = x - fp64x4(head) * fp64x4(head);
  const pair_of<double> s2 = fast_two_sum(head, div_rn(rest.part[0], 2 * head));
  const fp64x4 s(s2.head, s2.tail, 0, 0);
  const fp64x4 z = s + detail::quotient(x - s * s, fp64x4(2 * s2.head, 2 * s2.tail, 0, 0));
  return large ? detail::scaled(z, 0x1p4) : z;
}

/**
 * The sign of x − y. Part by part would not do: with a second part of just half an ulp the same value has two forms. Heads that
 * are clearly apart, or not finite, decide alone.
 */
MANTISSA_HD double compare(const fp64x4 &x, const fp64x4 &y) {
  const double apart = sub_rn(x.part[0], y.part[0]);
  if (std::fabs(apart) > std::fabs(x.part[0]) * 0x1p-50) return apart;
  if (x.part[0] == y.part[0] && !is_finite(x.part[0])) return 0;
  return (x - y).part[0];
}
MANTISSA_HD bool operator==(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) == 0; }
MANTISSA_HD bool operator!=(const fp64x4 &x, const fp64x4 &y) { return !(compare(x, y) == 0); }
MANTISSA_HD bool operator<(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) < 0; }
MANTISSA_HD bool operator<=(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) <= 0; }
MANTISSA_HD bool operator>(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) > 0; }
MANTISSA_HD bool operator>=(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) >= 0; }

template <class Round> MANTISSA_HD fp64x4 round_parts(const fp64x4 &x, Round round) {
  double parts[4] = {round(x.part[0]), 0, 0, 0};
  if (!is_ordinary(x.part[0])) return {parts[0], 0, 0, 0};
  MANTISSA_UNROLL
  for (int i = 0; i < 3 && parts[i] == x.part[i]; i++) parts[i + 1] = round(x.part[i + 1]);
  const double head = parts[0];
  return detail::settle(detail::renormalise(parts), head);
}

MANTISSA_HD fp64x4 ldexp(const fp64x4 &x, int k) {
  const double head = std::ldexp(x.part[0], k);
  if (!is_finite(head)) return {head, 0, 0, 0};
  return {head, std::ldexp(x.part[1], k), std::ldexp(x.part[2], k), std::ldexp(x.part[3], k)};
}

}  // namespace mantissa

// ---- conversion.h
// Conversions between all formats, and to and from integers: the exact value (the sum of the parts), rounded once, part by
// part: the first part is the nearest machine number, the second what is left, rounded, and so on. An infinite or NaN head has
// zero tails. src/numerics/conversion.ts computes the same with integers.
//
// A single machine number becomes composite by Dekker's split instead (see composite.h).

namespace mantissa {

namespace detail {

MANTISSA_HD fp64x4 exact_sum(double a, double b) {
  const pair_of<double> s = two_sum(a, b);
  return is_ordinary(s.head) ? fp64x4(s.head, s.tail, 0, 0) : fp64x4(b == 0 ? a : a + b);  // −0 + 0 keeps its sign
}

/** The value as four doubles, without error. */
MANTISSA_HD fp64x4 exact_value(float x) { return double(x); }
MANTISSA_HD fp64x4 exact_value(double x) { return x; }
template <class T> MANTISSA_HD fp64x4 exact_value(double_word<T> x) { return exact_sum(double(x.hi), double(x.lo)); }
MANTISSA_HD fp64x4 exact_value(const fp64x4 &x) { return x; }
template <class I, std::enable_if_t<std::is_integral<I>::value, int> = 0> MANTISSA_HD fp64x4 exact_value(I x) {
  const pair_of<double> s = pair_of_integer(x);
  return {s.head, s.tail, 0, 0};
}

/** The nearest T, subtracted from rest. */
template <class T> MANTISSA_HD T take_nearest(fp64x4 &rest) {
  const double *part = rest.part;
  const T nearest = sizeof(T) == 8 ? T(add_rn(part[0], round_to_odd(part[1], part[2]))) : T(round_to_odd(part[0], part[1]));
  double left[4] = {sub_rn(part[0], double(nearest)), part[1], part[2], part[3]};
  rest = renormalise(left);
  return nearest;
}

/** Two parts of a value known to be ordinary; the tail is zero where the head overflows. */
template <class T> MANTISSA_HD pair_of<T> take_pair(fp64x4 x) {
  const T head = take_nearest<T>(x);
  return {head, is_finite(head) && x.part[0] != 0 ? take_nearest<T>(x) : T(0)};
}

/** How a value known exactly becomes a To. */
template <class To> struct nearest;

template <> struct nearest<double> {
  static MANTISSA_HD double of(fp64x4 x) { return is_ordinary(x.part[0]) ? take_nearest<double>(x) : x.part[0]; }
};
template <> struct nearest<float> {
  static MANTISSA_HD float of(const fp64x4 &x) { return float(round_to_odd(x.part[0], x.part[1])); }
};
template <class T> struct nearest<double_word<T>> {
  static MANTISSA_HD double_word<T> of(const fp64x4 &x) {
    if (!is_ordinary(x.part[0])) return {T(x.part[0]), T(0)};
    const pair_of<T> z = take_pair<T>(x);
    return {z.head, z.tail};
  }
};
template <> struct nearest<fp64x4> {
  static MANTISSA_HD fp64x4 of(const fp64x4 &x) { return x; }
};

/** Towards zero; out of range the nearest integer there is, and 0 for NaN, as CUDA's conversions give. */
template <class I> MANTISSA_HD I integer_of(const fp64x4 &x) {
  const bool is_signed = I(-1) < I(0);
  const double limit = std::ldexp(1.0, int(8 * sizeof(I)) - is_signed);
  const I lowest = is_signed ? I(uint64_t(1) << (8 * sizeof(I) - 1)) : I(0);
  const bool negative = x.part[0] < 0;
  const fp64x4 truncated = round_parts(x, [negative](double part) { return negative ? std::ceil(part) : std::floor(part); });
  if (x.part[0] != x.part[0]) return I(0);
  if (!(truncated < fp64x4(limit))) return I(~lowest);
  if (truncated < fp64x4(is_signed ? -limit : 0.0)) return lowest;
  uint64_t sum = 0;
  MANTISSA_UNROLL
  for (double part : truncated.part) sum += part < 0 ? uint64_t(0) - uint64_t(-part) : uint64_t(part);
  return I(sum);
}

/** A machine number that the composite's own machine format holds, or an integer, becomes composite by Dekker's split. */
template <class To, class From> constexpr bool splits = false;

template <class To, class From> struct conversion {
  static MANTISSA_HD To of(const From &x) {
    if constexpr (std::is_same<To, From>::value) return x;
    else if constexpr (std::is_same<To, bool>::value) return exact_value(x).part[0] != 0;
    else if constexpr (std::is_arithmetic<To>::value && std::is_arithmetic<From>::value) return To(x);
    else if constexpr (std::is_integral<To>::value) return integer_of<To>(exact_value(x));
    else if constexpr (splits<To, From>) return To(conversion<typename format_traits<To>::part, From>::of(x));
    else return nearest<To>::of(exact_value(x));
  }
};

}  // namespace detail

template <class To, class From> MANTISSA_HD To convert(const From &x) {
  static_assert(is_operand<To> && is_operand<From>, "a format or an integer");
  return detail::conversion<To, From>::of(x);
}

}  // namespace mantissa

// ---- mixed-operators.h
// Operators between different formats, and with integers: both operands are converted to the format they meet in
// (format-traits.h), and a compound assignment converts the result back.
//
// For CUDA's fp16 and bf16, which live in the global namespace, the operators with another format do too; CUDA itself leaves
// those expressions ambiguous. Compound assignment to them stays CUDA's (the right operand is converted first).

namespace mantissa {

template <class A, class B> constexpr bool is_multi_part_mix =
    is_operand<A> && is_operand<B> && !std::is_same<A, B>::value && (is_multi_part<A> || is_multi_part<B>);
template <class A, class B> constexpr bool is_narrow_mix = is_operand<A> && is_operand<B> && !std::is_same<A, B>::value &&
    (is_narrow<A> || is_narrow<B>) && !is_multi_part<A> && !is_multi_part<B>;
template <class A, class B> constexpr bool is_compound =
    is_format<A> && is_operand<B> && (is_multi_part<A> || is_multi_part<B>);

#define MANTISSA_ARITHMETIC(op, mix)                                                                                          \
  template <class A, class B, std::enable_if_t<mix<A, B>, int> = 0>                                                     \
  MANTISSA_HD mantissa::meet_t<A, B> operator op(const A &a, const B &b) {                                                          \
    return mantissa::convert<mantissa::meet_t<A, B>>(a) op mantissa::convert<mantissa::meet_t<A, B>>(b);                                        \
  }
#define MANTISSA_COMPARISON(op, mix)                                                                                          \
  template <class A, class B, std::enable_if_t<mix<A, B>, int> = 0> MANTISSA_HD bool operator op(const A &a, const B &b) {    \
    return mantissa::convert<mantissa::meet_t<A, B>>(a) op mantissa::convert<mantissa::meet_t<A, B>>(b);                                        \
  }
#define MANTISSA_COMPOUND(op)                                                                                                 \
  template <class A, class B, std::enable_if_t<is_compound<A, B>, int> = 0> MANTISSA_HD A &operator op##=(A &a, const B &b) { \
    return a = convert<A>(a op b);                                                                                      \
  }
#define MANTISSA_MIXED(mix) \
  MANTISSA_ARITHMETIC(+, mix)   \
  MANTISSA_ARITHMETIC(-, mix)   \
  MANTISSA_ARITHMETIC(*, mix)   \
  MANTISSA_ARITHMETIC(/, mix)   \
  MANTISSA_COMPARISON(==, mix)  \
  MANTISSA_COMPARISON(!=, mix)  \
  MANTISSA_COMPARISON(<, mix)   \
  MANTISSA_COMPARISON(<=, mix)  \
  MANTISSA_COMPARISON(>, mix)   \
  MANTISSA_COMPARISON(>=, mix)

MANTISSA_MIXED(is_multi_part_mix)
MANTISSA_COMPOUND(+)
MANTISSA_COMPOUND(-)
MANTISSA_COMPOUND(*)
MANTISSA_COMPOUND(/)

template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MANTISSA_HD A &operator++(A &a) { return a += 1; }
template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MANTISSA_HD A &operator--(A &a) { return a -= 1; }
template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MANTISSA_HD A operator++(A &a, int) { A before = a; a += 1; return before; }
template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MANTISSA_HD A operator--(A &a, int) { A before = a; a -= 1; return before; }

}  // namespace mantissa

#undef MANTISSA_ARITHMETIC
#undef MANTISSA_COMPARISON
#undef MANTISSA_COMPOUND
#undef MANTISSA_MIXED

// ---- atomic-add.h
// mantissa::atomic_add(&sum, x): adds x to *sum and returns what was there before, for every format.
//
// On a device: the native instruction for fp16 (sm_70), bf16 (sm_80), fp32 and fp64; a compare-and-swap loop on 64 bits for
// fp32x2 and cmp32x2 and, from sm_90, on 128 bits for fp64x2 and cmp64x2; for fp64x4, and for 128 bits before sm_90, one of
// 1024 locks chosen by the address (threads of a warp may hold different locks: independent scheduling, sm_70 and later).
// On a CPU the engines run one thread at a time, and it is a plain addition.

namespace mantissa {

#if MANTISSA_ON_DEVICE || defined(__NVCC__)
namespace detail {

// Without relocatable device code each translation unit has its own locks: only kernels of one unit may share such a sum.
#if defined(__CUDACC_RDC__)
__device__ inline unsigned atomic_locks[1024];
#else
static __device__ unsigned atomic_locks[1024];
#endif

template <class W> __device__ inline W add_under_lock(W *sum, const W &x) {
  unsigned *lock = &atomic_locks[(reinterpret_cast<unsigned long long>(sum) >> 4) % 1024];
  W before;
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0u, 1u) != 0u) continue;
    __threadfence();
    const volatile double *from = reinterpret_cast<const volatile double *>(sum);
    double parts[sizeof(W) / sizeof(double)];
    for (unsigned i = 0; i < sizeof(W) / sizeof(double); i++) parts[i] = from[i];
    memcpy(&before, parts, sizeof before);
    const W after = before + x;
    memcpy(parts, &after, sizeof parts);
    volatile double *to = reinterpret_cast<volatile double *>(sum);
    for (unsigned i = 0; i < sizeof(W) / sizeof(double); i++) to[i] = parts[i];
    __threadfence();
    atomicExch(lock, 0u);
    done = true;
  }
  return before;
}

template <class W, class Bits> __device__ inline W add_by_swap(W *sum, const W &x) {
  Bits *place = reinterpret_cast<Bits *>(sum);
  Bits seen = *place, expected;
  W before;
  do {
    expected = seen;
    memcpy(&before, &expected, sizeof before);
    const W after = before + x;
    Bits wanted;
    memcpy(&wanted, &after, sizeof wanted);
    seen = atomicCAS(place, expected, wanted);
  } while (seen != expected);
  return before;
}

}  // namespace detail
#endif

template <class F> MANTISSA_HD F atomic_add(F *sum, const F &x) {
  static_assert(is_format<F>, "a format");
#if MANTISSA_ON_DEVICE
  if constexpr (format_traits<F>::parts == 1) return atomicAdd(sum, x);
  else if constexpr (sizeof(F) == 8) return detail::add_by_swap<F, unsigned long long>(sum, x);
#if __CUDA_ARCH__ >= 900
  else if constexpr (sizeof(F) == 16) return detail::add_by_swap<F, unsigned __int128>(sum, x);
#endif
  else return detail::add_under_lock(sum, x);
#else
  const F before = *sum;
  *sum = before + x;
  return before;
#endif
}

}  // namespace mantissa

// ---- elementary-constants.h
// Constants of the elementary functions as four doubles each, largest first, every part the nearest double to what the parts
// before it leave; fp64x2 takes the first two. Computed with mpmath at 2200 bits.

namespace mantissa {
namespace detail {

template <class W> struct take_constant;
template <> struct take_constant<fp64x2> {
  static MANTISSA_HD fp64x2 of(const double *parts) { return {parts[0], parts[1]}; }
};
template <> struct take_constant<fp64x4> {
  static MANTISSA_HD fp64x4 of(const double *parts) { return {parts[0], parts[1], parts[2], parts[3]}; }
};

/** ln 2 = first + second + rest: the first two have at most 40 bits, so that their product with an exponent is exact. */
constexpr double ln2_first = 0x1.62e42fefa2000p-1, ln2_second = 0x1.9ef35793c6000p-41;

/** ln 2 − first − second */
template <class W> MANTISSA_HD W ln2_rest() {
  static constexpr double parts[4] = {0x1.673007e5ed5e8p-81, 0x1.e6864ce5316c6p-137, -0x1.3af974523a2a8p-191, -0x1.750611e277e48p-246};
  return take_constant<W>::of(parts);
}

/** ln 2 */
template <class W> MANTISSA_HD W ln2() {
  static constexpr double parts[4] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111, -0x1.ace93a4ebe5d1p-165};
  return take_constant<W>::of(parts);
}

/** π/2 */
template <class W> MANTISSA_HD W half_pi() {
  static constexpr double parts[4] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164};
  return take_constant<W>::of(parts);
}

/** 1/i!, i = 0…47 */
template <class W> MANTISSA_HD W inverse_factorial(int i) {
  static constexpr double table[][4] = {
      {0x1.0000000000000p+0, 0.0, 0.0, 0.0},
      {0x1.0000000000000p+0, 0.0, 0.0, 0.0},
      {0x1.0000000000000p-1, 0.0, 0.0, 0.0},
      {0x1.5555555555555p-3, 0x1.5555555555555p-57, 0x1.5555555555555p-111, 0x1.5555555555555p-165},
      {0x1.5555555555555p-5, 0x1.5555555555555p-59, 0x1.5555555555555p-113, 0x1.5555555555555p-167},
      {0x1.1111111111111p-7, 0x1.1111111111111p-63, 0x1.1111111111111p-119, 0x1.1111111111111p-175},
      {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65, -0x1.27d27d27d27d2p-119, -0x1.f49f49f49f49fp-173},
      {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73, 0x1.a01a01a01a01ap-133, 0x1.a01a01a01a01ap-193},
      {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76, 0x1.a01a01a01a01ap-136, 0x1.a01a01a01a01ap-196},
      {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73, 0x1.71de3a556c734p-127, -0x1.c154f8ddc6c00p-181},
      {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76, -0x1.c6d278883e8f5p-132, 0x1.95567d3a50ccep-186},
      {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80, 0x1.c7880adcbc46ep-136, -0x1.5553a6f0fed60p-190},
      {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83, 0x1.2fb0073dd2d9ep-139, 0x1.c71d90b4ab715p-193},
      {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87, -0x1.7b2c4c8a840bcp-141, 0x1.c71cca1034c07p-195},
      {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92, 0x1.3aa3346236a5dp-147, 0x1.d75f096ea801ep-201},
      {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97, -0x1.6e142a138f825p-157, 0x1.43c0c38ccdcc6p-212},
      {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101, -0x1.6e142a138f825p-161, 0x1.43c0c38ccdcc6p-216},
      {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103, -0x1.588b72e53bc5fp-165, 0x1.7079e8909271ap-221},
      {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107, -0x1.568798662118bp-161, 0x1.f00d8b9e49291p-222},
      {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112, -0x1.69502917cbf3bp-166, 0x1.e35fbddac4553p-223},
      {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120, -0x1.44020dfd65c8cp-174, -0x1.6e69b50fc88abp-231},
      {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120, 0x1.486121e81d5fep-176, -0x1.2d4ba8e1e64c7p-230},
      {0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124, -0x1.38a88578b4d75p-178, 0x1.c0fbc29694fb8p-233},
      {0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130, 0x1.e6135bfc1194ap-185, -0x1.ba7b1a3077b39p-239},
      {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135, 0x1.440ce7fd610dcp-189, -0x1.26fcbc204fcd1p-243},
      {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139, -0x1.e8ed8001ad67ep-193, 0x1.80a5edffcced7p-247},
      {0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd16540p-143, 0x1.494676265a364p-197, -0x1.397b40007db79p-253},
      {0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149, -0x1.196bf16c33a56p-203, 0x1.f0e65ed04d346p-257},
      {0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153, 0x1.a8549a9d99586p-207, -0x1.141dcc8cc5668p-266},
      {0x1.259f98b4358adp-103, 0x1.eaf8c39dd9bc5p-157, -0x1.6e29990a26fb6p-211, -0x1.2d867809b5568p-267},
      {0x1.3932c5047d60ep-108, 0x1.832b7b530a627p-162, 0x1.5d2c61f6d124cp-218, 0x1.f192b328d82c4p-272},
      {0x1.434d2e783f5bcp-113, 0x1.0b87b91be9affp-167, 0x1.c89db1796db75p-224, -0x1.8923b7699c8bep-278},
      {0x1.434d2e783f5bcp-118, 0x1.0b87b91be9affp-172, 0x1.c89db1796db75p-229, -0x1.8923b7699c8bep-283},
      {0x1.3981254dd0d52p-123, -0x1.2b1f4c8015a2fp-177, -0x1.d82af23edb6dbp-231, 0x1.a1cd20123a99bp-285},
      {0x1.2710231c0fd7ap-128, 0x1.3f8a2b4af9d6bp-184, 0x1.c32215a9f317ep-238, -0x1.d451e158a1205p-293},
      {0x1.0dc59c716d91fp-133, 0x1.419e3fad3f031p-188, 0x1.d9d7ed1981ffcp-244, -0x1.345ea5d66a84bp-300},
      {0x1.df983290c2ca9p-139, 0x1.5835c6895393bp-194, -0x1.0578f45b1aaaep-249, -0x1.281508688972dp-303},
      {0x1.9ec8d1c94e85bp-144, -0x1.670e9d4784ec6p-201, 0x1.79fe5954939a2p-255, 0x1.82e418d9b0c9ep-311},
      {0x1.5d4acb9c0c3abp-149, -0x1.6ec2c8f5b13b2p-205, 0x1.e2860aaa59188p-259, -0x1.866eba0408569p-313},
      {0x1.1e99449a4bacep-154, -0x1.fefbb89514b3cp-210, -0x1.53433f743a2d9p-264, 0x1.25f70d1395dd7p-320},
      {0x1.ca8ed42a12ae3p-160, 0x1.a07244abad2abp-224, 0x1.facdac6fb71b7p-278, -0x1.ca2f486d514e1p-339},
      {0x1.65e61c39d0241p-165, -0x1.c0ed181727269p-220, -0x1.abbd2f56bbc2fp-276, -0x1.18ff57fdc2e4ep-330},
      {0x1.10af527530de8p-170, 0x1.b626c912ee5c8p-225, 0x1.349f032c6e859p-279, -0x1.ec616617f45c6p-333},
      {0x1.95db45257e512p-176, 0x1.6e5d72b6f79b9p-231, 0x1.b830cf0b5b5c6p-291, 0x1.29276833f5728p-345},
      {0x1.272b1b03fec6ap-181, 0x1.3f67cc9f9fdb8p-235, -0x1.71dcd047354c9p-289, -0x1.c3f29289464c4p-346},
      {0x1.a3cb872220648p-187, -0x1.c7f4e85b8e6cdp-241, -0x1.413a0bc5fc28ap-295, -0x1.16ae534063fabp-352},
      {0x1.240804f659510p-192, 0x1.8b291b93c9718p-246, 0x1.096c752f5341fp-301, -0x1.c12972a70641ep-355},
      {0x1.8da8e0a127ebap-198, -0x1.21d2eac9d275cp-252, -0x1.ad541d26964afp-306, -0x1.1c066ebdf95dep-360},
  };
  return take_constant<W>::of(table[i]);
}

/** 1/(2i+1), i = 0…23 */
template <class W> MANTISSA_HD W inverse_odd(int i) {
  static constexpr double table[][4] = {
      {0x1.0000000000000p+0, 0.0, 0.0, 0.0},
      {0x1.5555555555555p-2, 0x1.5555555555555p-56, 0x1.5555555555555p-110, 0x1.5555555555555p-164},
      {0x1.999999999999ap-3, -0x1.999999999999ap-57, 0x1.999999999999ap-111, -0x1.999999999999ap-165},
      {0x1.2492492492492p-3, 0x1.2492492492492p-57, 0x1.2492492492492p-111, 0x1.2492492492492p-165},
      {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58, 0x1.c71c71c71c71cp-112, 0x1.c71c71c71c71cp-166},
      {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59, 0x1.745d1745d1746p-114, -0x1.745d1745d1746p-169},
      {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58, 0x1.3b13b13b13b14p-112, -0x1.3b13b13b13b14p-166},
      {0x1.1111111111111p-4, 0x1.1111111111111p-60, 0x1.1111111111111p-116, 0x1.1111111111111p-172},
      {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61, 0x1.e1e1e1e1e1e1ep-117, 0x1.e1e1e1e1e1e1ep-173},
      {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59, 0x1.af286bca1af28p-113, 0x1.af286bca1af28p-167},
      {0x1.8618618618618p-5, 0x1.8618618618618p-59, 0x1.8618618618618p-113, 0x1.8618618618618p-167},
      {0x1.642c8590b2164p-5, 0x1.642c8590b2164p-60, 0x1.642c8590b2164p-115, 0x1.642c8590b2164p-170},
      {0x1.47ae147ae147bp-5, -0x1.eb851eb851eb8p-61, -0x1.47ae147ae147bp-115, 0x1.eb851eb851eb8p-171},
      {0x1.2f684bda12f68p-5, 0x1.2f684bda12f68p-59, 0x1.2f684bda12f68p-113, 0x1.2f684bda12f68p-167},
      {0x1.1a7b9611a7b96p-5, 0x1.1a7b9611a7b96p-61, 0x1.1a7b9611a7b96p-117, 0x1.1a7b9611a7b96p-173},
      {0x1.0842108421084p-5, 0x1.0842108421084p-60, 0x1.0842108421084p-115, 0x1.0842108421084p-170},
      {0x1.f07c1f07c1f08p-6, -0x1.f07c1f07c1f08p-61, 0x1.f07c1f07c1f08p-116, -0x1.f07c1f07c1f08p-171},
      {0x1.d41d41d41d41dp-6, 0x1.0750750750750p-60, 0x1.d41d41d41d41dp-114, 0x1.0750750750750p-168},
      {0x1.bacf914c1bad0p-6, -0x1.bacf914c1bad0p-60, 0x1.bacf914c1bad0p-114, -0x1.bacf914c1bad0p-168},
      {0x1.a41a41a41a41ap-6, 0x1.0690690690690p-60, 0x1.a41a41a41a41ap-114, 0x1.0690690690690p-168},
      {0x1.8f9c18f9c18fap-6, -0x1.f3831f3831f38p-61, -0x1.8f9c18f9c18fap-116, 0x1.f3831f3831f38p-171},
      {0x1.7d05f417d05f4p-6, 0x1.7d05f417d05f4p-62, 0x1.7d05f417d05f4p-118, 0x1.7d05f417d05f4p-174},
      {0x1.6c16c16c16c17p-6, -0x1.f49f49f49f49fp-61, -0x1.27d27d27d27d2p-115, -0x1.f49f49f49f49fp-169},
      {0x1.5c9882b931057p-6, 0x1.310572620ae4cp-61, 0x1.0572620ae4c41p-115, 0x1.72620ae4c415dp-169},
  };
  return take_constant<W>::of(table[i]);
}

/** log((i + 11)/16), i = 0…12 */
template <class W> MANTISSA_HD W log_of_sixteenths(int i) {
  static constexpr double table[][4] = {
      {-0x1.7fafa3bd8151cp-2, 0x1.219024acd3b77p-58, -0x1.e657ce261e666p-112, -0x1.d51f3c3507988p-166},
      {-0x1.269621134db92p-2, -0x1.e0efadd9db02bp-56, 0x1.63d5cf0b6f233p-110, 0x1.2af2195297dc0p-164},
      {-0x1.a93ed3c8ad9e3p-3, -0x1.bcafa9de97203p-57, -0x1.ccdcee3115f1fp-111, 0x1.85d2308c09f94p-165},
      {-0x1.1178e8227e47cp-3, 0x1.0e63a5f01c691p-58, -0x1.03c776a3fb0f1p-112, 0x1.b4875c840f813p-166},
      {-0x1.08598b59e3a07p-4, 0x1.dd7009902bf32p-58, 0x1.a7da07274e01dp-113, -0x1.d18e5cb2c885fp-167},
      {0.0, 0.0, 0.0, 0.0},
      {0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59, -0x1.0ece597165991p-113, -0x1.256d34c73d708p-167},
      {0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60, 0x1.55db94ebc4018p-116, -0x1.20d5045eed07cp-173},
      {0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58, -0x1.1406554719540p-113, -0x1.060ce71fa9809p-167},
      {0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57, 0x1.a24ae3b2f53a1p-111, -0x1.ca47c9d1e1d98p-165},
      {0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61, 0x1.1f833e82521e1p-119, -0x1.82b2cf0dc8f1ap-174},
      {0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56, -0x1.77d446996da00p-111, 0x1.68872796bdd6bp-165},
      {0x1.739d7f6bbd007p-2, -0x1.8c76ceb014b04p-56, -0x1.0d2a910f7918bp-111, 0x1.65d5eeef249e1p-166},
  };
  return take_constant<W>::of(table[i]);
}

/** Word i of 2/π: its bits of weight 2^−(32i−31) to 2^−32i; word 0 is the integer part. */
MANTISSA_HD uint32_t two_over_pi(int i) {
  static constexpr uint32_t words[] = {
      0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu,
      0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u,
      0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu,
      0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u,
      0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u,
      0x9af4361du, 0xa9e39161u, 0x5ee61b08u, 0x6599855fu, 0x14a06840u, 0x8dffd880u, 0x4d732731u, 0x06061556u,
      0xca73a8c9u, 0x60e27bc0u, 0x8c6b47c4u,
  };
  return words[i];
}

}  // namespace detail
}  // namespace mantissa

// ---- functions.h
// The functions every format has beside its operators: abs, min, max, floor, ceil, trunc, sqrt, fma. min and max are C's fmin
// and fmax: of a NaN and a number, the number.

namespace mantissa {

// float and double, so that generic code can write mantissa::sqrt for any format
#define MANTISSA_MACHINE(T)                                                           \
  MANTISSA_HD T abs(T x) { return std::fabs(x); }                                     \
  MANTISSA_HD T floor(T x) { return std::floor(x); }                                  \
  MANTISSA_HD T ceil(T x) { return std::ceil(x); }                                    \
  MANTISSA_HD T trunc(T x) { return std::trunc(x); }                                  \
  MANTISSA_HD T sqrt(T x) { return sqrt_rn(x); }                                      \
  MANTISSA_HD T fma(T x, T y, T z) { return fma_rn(x, y, z); }
MANTISSA_MACHINE(float)
MANTISSA_MACHINE(double)
#undef MANTISSA_MACHINE

template <class T> MANTISSA_HD T head_of(double_word<T> x) { return x.hi; }
MANTISSA_HD double head_of(const fp64x4 &x) { return x.part[0]; }

template <class W> constexpr bool multi_part_only = is_multi_part<W>;
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W abs(const W &x) {
  return std::signbit(head_of(x)) ? -x : x;
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W floor(const W &x) {
  return round_parts(x, [](auto part) { return std::floor(part); });
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W ceil(const W &x) {
  return round_parts(x, [](auto part) { return std::ceil(part); });
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W trunc(const W &x) {
  return std::signbit(head_of(x)) ? ceil(x) : floor(x);
}
/** The product rounded to the format, then the sum: there is no fused operation on several parts. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W fma(const W &x, const W &y, const W &z) {
  return x * y + z;
}

template <class A, class B> using meeting_of_formats =
    std::enable_if_t<is_operand<A> && is_operand<B> && (is_format<A> || is_format<B>), meet_t<A, B>>;
template <class A, class B> MANTISSA_HD meeting_of_formats<A, B> min(const A &a, const B &b) {
  const meet_t<A, B> x = convert<meet_t<A, B>>(a), y = convert<meet_t<A, B>>(b);
  return x < y || y != y ? x : y;
}
template <class A, class B> MANTISSA_HD meeting_of_formats<A, B> max(const A &a, const B &b) {
  const meet_t<A, B> x = convert<meet_t<A, B>>(a), y = convert<meet_t<A, B>>(b);
  return x > y || y != y ? x : y;
}

// C's names, for code that calls them unqualified on a multi-part value
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W fabs(const W &x) { return abs(x); }
template <class A, class B, std::enable_if_t<is_multi_part<A> || is_multi_part<B>, int> = 0>
MANTISSA_HD meeting_of_formats<A, B> fmin(const A &a, const B &b) { return min(a, b); }
template <class A, class B, std::enable_if_t<is_multi_part<A> || is_multi_part<B>, int> = 0>
MANTISSA_HD meeting_of_formats<A, B> fmax(const A &a, const B &b) { return max(a, b); }
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD bool isnan(const W &x) { return x != x; }
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD bool isfinite(const W &x) { return is_finite(head_of(x)); }
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD bool isinf(const W &x) {
  return !is_finite(head_of(x)) && x == x;
}

}  // namespace mantissa

// ---- argument-reduction.h
// x = q·π/2 + r with |r| ≤ π/4 for arguments of any size, after Payne and Hanek, "Radian reduction for trigonometric
// functions" (SIGNUM 1983): each part of x is an integer M·2^e; of the bits of 2/π only those matter whose product with it
// lies below 4 (the quadrants above are whole turns) and above the precision wanted. M·(2/π)·2^e is formed in fixed point,
// summed over the parts, and its fraction multiplied by π/2. r is accurate relative to itself, also next to multiples of π/2.

namespace mantissa {
namespace detail {

/** How many 32-bit limbs after the binary point, and how many of them from the first non-zero one on make up r. */
template <class W> struct reduction_size;
template <> struct reduction_size<fp64x2> { static constexpr int limbs = 11, used = 5; };
template <> struct reduction_size<fp64x4> { static constexpr int limbs = 18, used = 9; };

/** Limb 0 is the integer part, limb i has weight 2^−32i; arithmetic is modulo 2^32. */
template <int n> struct fixed_point {
  uint32_t limb[n + 1];

  /** Adds x·2/π. */
  MANTISSA_HD void add_turns(double x) {
    int exponent;
    const double fraction = std::frexp(std::fabs(x), &exponent);
    const uint64_t m = uint64_t(fraction * 0x1p53);
    uint32_t product[n + 1];
    multiply(m, exponent - 53, product);
    uint64_t carry = x < 0;  // a negative x adds the complement
    for (int i = n; i >= 0; i--) {
      carry += uint64_t(limb[i]) + (x < 0 ? uint32_t(~product[i]) : product[i]);
      limb[i] = uint32_t(carry);
      carry >>= 32;
    }
  }

 private:
  /** The 32 bits of 2/π that end at weight 2^−last. */
  static MANTISSA_HD uint32_t window(int last) {
    if (last <= 0) return 0;
    const int word = last / 32, shift = last % 32;
    return shift == 0 ? two_over_pi(word) : (two_over_pi(word) << shift) | (two_over_pi(word + 1) >> (32 - shift));
  }

  /** m·2^e·2/π by the 32-bit halves of m. */
  static MANTISSA_HD void multiply(uint64_t m, int e, uint32_t (&product)[n + 1]) {
    const uint64_t low = uint32_t(m), high = m >> 32;
    uint64_t carry = 0, carry_high = 0;
    uint32_t below = 0;  // the limb under the current one, of high's product
    for (int i = n; i >= 0; i--) {
      const uint64_t bits = window(e + 32 * i);
      carry += low * bits;
      const uint64_t sum = uint64_t(uint32_t(carry)) + below;
      carry_high += high * bits;
      below = uint32_t(carry_high);
      carry_high >>= 32;
      product[i] = uint32_t(sum);
      carry = (carry >> 32) + (sum >> 32);
    }
  }
};

template <class W> MANTISSA_HD W reduce_argument(const W &x, const double *parts, int count, int &quadrant) {
  constexpr int n = reduction_size<W>::limbs, used = reduction_size<W>::used;
  quadrant = 0;
  if (std::fabs(parts[0]) < 0.78) return x;
  fixed_point<n> turns = {};
  for (int i = 0; i < count; i++)
    if (parts[i] != 0) turns.add_turns(parts[i]);
  // the nearest integer is the quadrant; a fraction of a half or more counts back from the next
  const bool back = turns.limb[1] >> 31;
  quadrant = int((turns.limb[0] + back) & 3);
  uint32_t carry = back;
  for (int i = n; i >= 1 && back; i--) {
    turns.limb[i] = ~turns.limb[i] + carry;
    carry = carry && turns.limb[i] == 0;
  }
  int first = 1;
  while (first < n && turns.limb[first] == 0) first++;
  W fraction(0.0);
  for (int i = first; i <= n && i < first + used; i++) fraction = fraction + W(std::ldexp(double(turns.limb[i]), -32 * i));
  const W r = fraction * half_pi<W>();
  return back ? -r : r;
}

MANTISSA_HD fp64x2 reduce(const fp64x2 &x, int &quadrant) {
  const double parts[2] = {x.hi, x.lo};
  return reduce_argument(x, parts, 2, quadrant);
}
MANTISSA_HD fp64x4 reduce(const fp64x4 &x, int &quadrant) { return reduce_argument(x, x.part, 4, quadrant); }

}  // namespace detail
}  // namespace mantissa

// ---- elementary.h
// exp, log, sin, cos and pow for fp64x2 and fp64x4, by argument reduction and Taylor series in the format itself: no library
// function takes part, so that every compiler and device computes the same bits.
//
//   exp   x = k·ln2 + 2^h·r; expm1(r) by its series, then h times s ← 2s + s² (expm1 of twice the argument)
//   log   x = 2^k·m, m ≈ c = i/16: log m = log c + 2·artanh((m − c)/(m + c))
//   sin   r from argument-reduction.h; the series of sin or cos by quadrant
//   pow   exp(y·log x); by repeated squaring where y is a small integer
// Bounds and what was measured against MPFR: test/numerics/error-bounds.ts.

namespace mantissa {
namespace detail {

/** Terms for which the first one left out is below the format's last bit. */
template <class W> struct series_size;
template <> struct series_size<fp64x2> { static constexpr int halvings = 6, exp = 13, log = 11, sin = 28; };
template <> struct series_size<fp64x4> { static constexpr int halvings = 9, exp = 18, log = 21, sin = 46; };

template <class W> constexpr bool has_series = std::is_same<W, fp64x2>::value || std::is_same<W, fp64x4>::value;

/** r + r²·(1/2! + r/3! + …) = e^r − 1 */
template <class W> MANTISSA_HD W expm1_series(const W &r) {
  W p = inverse_factorial<W>(series_size<W>::exp);
  for (int i = series_size<W>::exp - 1; i >= 2; i--) p = p * r + inverse_factorial<W>(i);
  return r + r * r * p;
}

/** Σ (−1)^k r^(first+2k)/(first+2k)!, from the term after the leading one: −r^(first+2)/(first+2)! + … */
template <class W> MANTISSA_HD W alternating_series(const W &r, int first) {
  const W square = -(r * r);
  int i = series_size<W>::sin - (series_size<W>::sin - first) % 2;
  W p = inverse_factorial<W>(i);
  for (i -= 2; i > first; i -= 2) p = p * square + inverse_factorial<W>(i);
  return p * square;
}

template <class W> MANTISSA_HD W sin_series(const W &r) { return r + r * alternating_series(r, 1); }
template <class W> MANTISSA_HD W cos_series(const W &r) { return W(1.0) + alternating_series(r, 0); }

/** sin(x + shift·π/2) */
template <class W> MANTISSA_HD W sin_shifted(const W &x, int shift) {
  if (!is_finite(head_of(x))) return W(head_of(x) - head_of(x));
  if (head_of(x) == 0 && shift == 0) return x;
  int quadrant;
  const W r = reduce(x, quadrant);
  const int q = (quadrant + shift) & 3;
  const W z = q & 1 ? cos_series(r) : sin_series(r);
  return q & 2 ? -z : z;
}

}  // namespace detail

template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MANTISSA_HD W exp(const W &x) {
  const double head = head_of(x);
  if (head > 710.0) return W(HUGE_VAL);
  if (head < -746.0) return W(0.0);
  if (head != head) return x;
  const double k = std::rint(head * 1.4426950408889634);
  const W r = x - W(k * detail::ln2_first) - W(k * detail::ln2_second) - W(k) * detail::ln2_rest<W>();
  W s = detail::expm1_series(ldexp(r, -detail::series_size<W>::halvings));
  for (int i = 0; i < detail::series_size<W>::halvings; i++) s = ldexp(s, 1) + s * s;
  return ldexp(W(1.0) + s, int(k));
}

template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MANTISSA_HD W log(const W &x) {
  const double head = head_of(x);
  if (!is_ordinary(head) || head < 0) return W(std::log(head));
  int k;
  if (std::frexp(head, &k) < 0.70710678118654752) k--;
  const W m = ldexp(x, -k);
  const int i = int(std::rint(head_of(m) * 16.0));
  const W c(i / 16.0);
  const W s = (m - c) / (m + c), square = s * s;
  W p = detail::inverse_odd<W>(detail::series_size<W>::log);
  for (int j = detail::series_size<W>::log - 1; j >= 1; j--) p = p * square + detail::inverse_odd<W>(j);
  const W series = ldexp(s + s * square * p, 1);
  if (k == 0 && i == 16) return series;
  return W(double(k)) * detail::ln2<W>() + (detail::log_of_sixteenths<W>(i - 11) + series);
}

template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MANTISSA_HD W sin(const W &x) { return detail::sin_shifted(x, 0); }
template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MANTISSA_HD W cos(const W &x) { return detail::sin_shifted(x, 1); }

namespace detail {

template <class W> MANTISSA_HD W power_by_squaring(W x, unsigned n) {
  W z(1.0);
  for (; n != 0; n >>= 1) {
    if (n & 1) z = z * x;
    x = x * x;
  }
  return z;
}

template <class W> MANTISSA_HD W power(const W &x, const W &y) {
  const double a = head_of(x), b = head_of(y);
  const bool whole = floor(y) == y;
  // zeros, infinities and NaNs as C's pow; a non-integral y must not look whole by its head alone
  if (!is_ordinary(a) || !is_ordinary(b)) return W(std::pow(a, whole ? b : b + (b < 0 ? -0.5 : 0.5)));
  if (whole && std::fabs(b) <= 64) {
    const W z = power_by_squaring(x, unsigned(std::fabs(b)));
    if (is_ordinary(head_of(z))) return b < 0 ? W(1.0) / z : z;
  }
  if (a < 0 && !whole) return W(std::log(a));
  const W half = ldexp(y, -1);
  const W z = exp(y * log(abs(x)));
  return a < 0 && floor(half) != half ? -z : z;
}

}  // namespace detail

MANTISSA_HD fp64x2 pow(const fp64x2 &x, const fp64x2 &y) { return detail::power(x, y); }
MANTISSA_HD fp64x4 pow(const fp64x4 &x, const fp64x4 &y) { return detail::power(x, y); }

}  // namespace mantissa

// ---- elementary-narrow.h
// exp, log, sin, cos and pow where a wider machine format does the work.
//
//   fp32, fp64  the C library's
//   fp16, bf16  by definition: convert to float, call the float function, round to the format. It is what CUDA's hexp, hlog,
//               hsin and hcos approximate (they may differ by an ulp of the format)
//   fp32x2      in double, whose 53 bits exceed the pair's 48; in fp64x2 where a gap between the parts makes x no double

namespace mantissa {

#define MANTISSA_FUNCTION(f)                                                                   \
  MANTISSA_HD float f(float x) { return std::f(x); }                                           \
  MANTISSA_HD double f(double x) { return std::f(x); }                                         \
  template <class H, std::enable_if_t<is_narrow<H>, int> = 0> MANTISSA_HD H f(H x) {           \
    return convert<H>(float(std::f(float(x))));                                          \
  }
MANTISSA_FUNCTION(exp)
MANTISSA_FUNCTION(log)
MANTISSA_FUNCTION(sin)
MANTISSA_FUNCTION(cos)
#undef MANTISSA_FUNCTION

MANTISSA_HD float pow(float x, float y) { return std::pow(x, y); }
MANTISSA_HD double pow(double x, double y) { return std::pow(x, y); }

namespace detail {

/** A pair of floats whose 48 bits lie together is a double; one with a gap between its parts needs fp64x2. */
MANTISSA_HD bool is_double(fp32x2 x) { return !is_finite(x.hi) || two_sum(double(x.hi), double(x.lo)).tail == 0; }

}  // namespace detail

#define MANTISSA_FUNCTION(f)                                                                                      \
  MANTISSA_HD fp32x2 f(fp32x2 x) {                                                                                \
    if (detail::is_double(x)) return convert<fp32x2>(double(std::f(convert<double>(x))));                   \
    return convert<fp32x2>(f(convert<fp64x2>(x)));                                                          \
  }
MANTISSA_FUNCTION(exp)
MANTISSA_FUNCTION(log)
MANTISSA_FUNCTION(sin)
MANTISSA_FUNCTION(cos)
#undef MANTISSA_FUNCTION

MANTISSA_HD fp32x2 pow(fp32x2 x, fp32x2 y) {
  if (detail::is_double(x) && detail::is_double(y)) return convert<fp32x2>(std::pow(convert<double>(x), convert<double>(y)));
  return convert<fp32x2>(pow(convert<fp64x2>(x), convert<fp64x2>(y)));
}

}  // namespace mantissa

// ---- format-limits.h
// mantissa::limits<T>: for every format what std::numeric_limits has for the machine formats, usable on a device; and
// std::numeric_limits for the multi-part formats.
//
// epsilon = 2^(1−p). max is the largest value the format holds; min the smallest positive one with a full-range head (for
// several parts, values below full_precision_min hold fewer than p bits, because the last part underflows).

namespace mantissa {

template <class T> struct limits {
  using traits = format_traits<T>;
  using part = typename traits::part;
  static constexpr int digits = traits::significand_bits;
  static constexpr int digits10 = int((digits - 1) * 0.30102999566398119521);
  static constexpr int max_digits10 = int(digits * 0.30102999566398119521 + 2);
  static constexpr int min_exponent = traits::exponent_min + 1;  // C's convention: fractions in [0.5, 1)
  static constexpr int max_exponent = traits::exponent_max + 1;

  static MANTISSA_HD T epsilon() { return convert<T>(std::ldexp(1.0, 1 - digits)); }
  static MANTISSA_HD T min() { return convert<T>(std::ldexp(1.0, traits::exponent_min)); }
  static MANTISSA_HD T denorm_min() { return convert<T>(std::ldexp(1.0, traits::exponent_min + 1 - part_digits())); }
  static MANTISSA_HD T full_precision_min() {
    return convert<T>(std::ldexp(1.0, traits::exponent_min + (traits::parts - 1) * part_digits()));
  }
  static MANTISSA_HD T infinity() { return convert<T>(HUGE_VAL); }
  static MANTISSA_HD T quiet_NaN() { return convert<T>(double(NAN)); }
  static MANTISSA_HD T lowest() { return -max(); }

  /** (2 − 2^(1−p))·2^emax for one part; each further part just under half an ulp of the one before. */
  static MANTISSA_HD T max() {
    const double largest = (2.0 - std::ldexp(1.0, 1 - part_digits())) * std::ldexp(1.0, traits::exponent_max);
    const double step = std::ldexp(1.0, -part_digits() - 1);
    if constexpr (traits::parts == 1) return convert<T>(largest);
    else if constexpr (traits::parts == 2) return T(part(largest), part(largest * step));
    else return T(largest, largest * step, largest * step * step, largest * step * step * step);
  }

 private:
  static MANTISSA_HD constexpr int part_digits() { return format_traits<part>::significand_bits; }
};

namespace detail {

template <class W> struct standard_limits : limits<W> {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, is_iec559 = false, is_bounded = true;
  static constexpr int radix = 2;
};

}  // namespace detail
}  // namespace mantissa

namespace std {

template <class T> struct numeric_limits<mantissa::double_word<T>> : mantissa::detail::standard_limits<mantissa::double_word<T>> {};
template <> struct numeric_limits<mantissa::fp64x4> : mantissa::detail::standard_limits<mantissa::fp64x4> {};

}  // namespace std

// ---- further-functions.h
// What C's math library has beside the functions of elementary.h, for fp64x2 and fp64x4, from those: no library function takes part but for
// first guesses, which are corrected to the format's full length. fp32x2 computes in double, as elementary-narrow.h does.
//
//   atan2   t₀ = C's, then t + (y·cos t − x·sin t)/(x·cos t + y·sin t), whose error is the cube of the correction
//   cbrt    Newton's r − (r³ − x)/(3r²)
//   log1p   2·artanh(x/(2 + x)) near 0; else log u + (x − (u − 1))/u, u = 1 + x rounded
// Missing are erf, erfc, tgamma, lgamma, sinpi, cospi and remainder: a program computes those in double (src/program/math-twins.ts).

namespace mantissa {
namespace detail {

template <class W> constexpr int corrections = std::is_same<W, fp64x4>::value ? 2 : 1;
template <class W> MANTISSA_HD W ln10() { return W(3.0) * ln2<W>() + log_of_sixteenths<W>(9); }  // 10 = 2³·20/16

template <class W> MANTISSA_HD W small_expm1(const W &x) {
  W s = expm1_series(ldexp(x, -series_size<W>::halvings));
  for (int i = 0; i < series_size<W>::halvings; i++) s = ldexp(s, 1) + s * s;
  return s;
}

template <class W> MANTISSA_HD W small_log1p(const W &x) {
  const W s = x / (W(2.0) + x), square = s * s;
  W p = inverse_odd<W>(series_size<W>::log);
  for (int j = series_size<W>::log - 1; j >= 1; j--) p = p * square + inverse_odd<W>(j);
  return ldexp(s + s * square * p, 1);
}

}  // namespace detail

#define MANTISSA_FUNCTION(name) template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MANTISSA_HD W name(const W &x)
#define MANTISSA_FUNCTION_OF_TWO(name) \
  template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MANTISSA_HD W name(const W &x, const W &y)

MANTISSA_FUNCTION(tan) { return sin(x) / cos(x); }
MANTISSA_FUNCTION(rsqrt) { return W(1.0) / sqrt(x); }
MANTISSA_FUNCTION(expm1) { return std::fabs(head_of(x)) < 0.34 ? detail::small_expm1(x) : exp(x) - W(1.0); }
MANTISSA_FUNCTION(exp2) { return floor(x) == x && std::fabs(head_of(x)) < 2000 ? ldexp(W(1.0), int(head_of(x))) : exp(x * detail::ln2<W>()); }
MANTISSA_FUNCTION(exp10) { return pow(W(10.0), x); }
MANTISSA_FUNCTION(log2) {
  int k;
  return std::frexp(head_of(x), &k) == 0.5 && x == W(head_of(x)) ? W(double(k - 1)) : log(x) / detail::ln2<W>();
}
MANTISSA_FUNCTION(log10) { return log(x) / detail::ln10<W>(); }
MANTISSA_FUNCTION(log1p) {
  if (std::fabs(head_of(x)) < 0.03125) return detail::small_log1p(x);
  const W u = W(1.0) + x;
  return is_ordinary(head_of(u)) ? log(u) + (x - (u - W(1.0))) / u : log(u);
}

MANTISSA_FUNCTION_OF_TWO(atan2) {
  const double guess = std::atan2(head_of(x), head_of(y));  // C's order: atan2(y, x)
  const bool is_special = !is_finite(head_of(x)) || !is_finite(head_of(y)) || (head_of(x) == 0 && !(head_of(y) < 0));
  if (is_special && std::fabs(guess) != 1.5707963267948966) return W(guess);
  if (is_special) return guess < 0 ? -detail::half_pi<W>() : detail::half_pi<W>();
  W t(guess);
  for (int i = 0; i < detail::corrections<W>; i++) {
    const W s = sin(t), c = cos(t);
    t = t + (x * c - y * s) / (y * c + x * s);
  }
  return t;
}
MANTISSA_FUNCTION(atan) { return atan2(x, W(1.0)); }
MANTISSA_FUNCTION(asin) { return atan2(x, sqrt((W(1.0) - x) * (W(1.0) + x))); }
MANTISSA_FUNCTION(acos) { return atan2(sqrt((W(1.0) - x) * (W(1.0) + x)), x); }

MANTISSA_FUNCTION(sinh) {
  if (std::fabs(head_of(x)) >= 0.34) return ldexp(exp(x) - exp(-x), -1);
  const W e = detail::small_expm1(x);
  return ldexp(e + e / (e + W(1.0)), -1);
}
MANTISSA_FUNCTION(cosh) { return ldexp(exp(x) + exp(-x), -1); }
MANTISSA_FUNCTION(tanh) {
  if (std::fabs(head_of(x)) > 150) return W(head_of(x) < 0 ? -1.0 : 1.0);
  const W e = expm1(ldexp(x, 1));
  return e / (e + W(2.0));
}
MANTISSA_FUNCTION(asinh) {
  const W a = abs(x);
  const W z = log1p(a + a * a / (W(1.0) + sqrt(W(1.0) + a * a)));
  return head_of(x) < 0 ? -z : z;
}
MANTISSA_FUNCTION(acosh) {
  const W t = x - W(1.0);
  return log1p(t + sqrt(ldexp(t, 1) + t * t));
}
MANTISSA_FUNCTION(atanh) { return ldexp(log1p(ldexp(x, 1) / (W(1.0) - x)), -1); }

MANTISSA_FUNCTION(cbrt) {
  const double guess = std::cbrt(head_of(x));
  if (!is_ordinary(guess)) return W(guess);
  W r(guess);
  for (int i = 0; i < detail::corrections<W>; i++) r = r - (r * r * r - x) / (W(3.0) * (r * r));
  return r;
}
MANTISSA_FUNCTION(rcbrt) { return W(1.0) / cbrt(x); }
MANTISSA_FUNCTION_OF_TWO(hypot) {
  const double larger = std::fmax(std::fabs(head_of(x)), std::fabs(head_of(y)));
  if (!is_ordinary(larger)) return W(std::hypot(head_of(x), head_of(y)));
  int k;
  std::frexp(larger, &k);
  const W a = ldexp(x, -k), b = ldexp(y, -k);
  return ldexp(sqrt(a * a + b * b), k);
}
#undef MANTISSA_FUNCTION
#undef MANTISSA_FUNCTION_OF_TWO

#define MANTISSA_FUNCTION(f)                                                                                      \
  MANTISSA_HD fp32x2 f(fp32x2 x) {                                                                                \
    if (detail::is_double(x)) return convert<fp32x2>(double(std::f(convert<double>(x))));                   \
    return convert<fp32x2>(f(convert<fp64x2>(x)));                                                          \
  }
MANTISSA_FUNCTION(tan) MANTISSA_FUNCTION(expm1) MANTISSA_FUNCTION(exp2) MANTISSA_FUNCTION(log2) MANTISSA_FUNCTION(log10) MANTISSA_FUNCTION(log1p)
MANTISSA_FUNCTION(atan) MANTISSA_FUNCTION(asin) MANTISSA_FUNCTION(acos) MANTISSA_FUNCTION(sinh) MANTISSA_FUNCTION(cosh) MANTISSA_FUNCTION(tanh)
MANTISSA_FUNCTION(asinh) MANTISSA_FUNCTION(acosh) MANTISSA_FUNCTION(atanh) MANTISSA_FUNCTION(cbrt)
#undef MANTISSA_FUNCTION
MANTISSA_HD fp32x2 rsqrt(fp32x2 x) { return fp32x2(1.0f) / sqrt(x); }
MANTISSA_HD fp32x2 rcbrt(fp32x2 x) { return fp32x2(1.0f) / cbrt(x); }
MANTISSA_HD fp32x2 exp10(fp32x2 x) { return pow(fp32x2(10.0f), x); }
MANTISSA_HD fp32x2 atan2(fp32x2 y, fp32x2 x) { return convert<fp32x2>(std::atan2(convert<double>(y), convert<double>(x))); }
MANTISSA_HD fp32x2 hypot(fp32x2 x, fp32x2 y) { return convert<fp32x2>(std::hypot(convert<double>(x), convert<double>(y))); }

// of every format of several parts
#define MANTISSA_FUNCTION(name) template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W name(const W &x)
#define MANTISSA_FUNCTION_OF_TWO(name) \
  template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W name(const W &x, const W &y)
MANTISSA_FUNCTION(round) {
  const W whole = trunc(x);
  if (abs(x - whole) < W(0.5f)) return whole;
  return whole + W(std::signbit(head_of(x)) ? -1.0f : 1.0f);
}
MANTISSA_FUNCTION(rint) {
  const W below = floor(x), rest = x - below;
  const bool is_up = rest > W(0.5f) || (rest == W(0.5f) && floor(ldexp(below, -1)) != ldexp(below, -1));
  return is_up ? below + W(1.0f) : below;
}
MANTISSA_FUNCTION(nearbyint) { return rint(x); }
MANTISSA_FUNCTION_OF_TWO(copysign) { return std::signbit(head_of(x)) == std::signbit(head_of(y)) ? x : -x; }
MANTISSA_FUNCTION_OF_TWO(fdim) { return x > y ? x - y : x == x && y == y ? W(0.0f) : W(x - y); }
/** Exact as C's while the quotient is below the format's 2^p. */
MANTISSA_FUNCTION_OF_TWO(fmod) {
  const W rest = x - trunc(x / y) * y;
  if (rest == W(0.0f)) return copysign(rest, x);
  if (std::signbit(head_of(rest)) != std::signbit(head_of(x))) return rest + copysign(y, x);
  return abs(rest) >= abs(y) ? rest - copysign(y, x) : rest;
}
#undef MANTISSA_FUNCTION
#undef MANTISSA_FUNCTION_OF_TWO

template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD void sincos(const W &x, W *sine, W *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> MANTISSA_HD W modf(const W &x, W *whole) {
  *whole = trunc(x);
  return x - *whole;
}

// two formats, or a format and an integer, in the one they meet in
#define MANTISSA_MIXED(name)                                                                                             \
  template <class A, class B, std::enable_if_t<is_multi_part_mix<A, B>, int> = 0> MANTISSA_HD meet_t<A, B> name(const A &a, const B &b) { \
    return name(convert<meet_t<A, B>>(a), convert<meet_t<A, B>>(b));                                               \
  }
MANTISSA_MIXED(atan2) MANTISSA_MIXED(hypot) MANTISSA_MIXED(fmod) MANTISSA_MIXED(fdim) MANTISSA_MIXED(copysign)
#undef MANTISSA_MIXED

}  // namespace mantissa

// ---- big-natural.h
// Natural numbers of any size, as little as exact decimal conversion needs. Host only.

namespace mantissa {
namespace detail {

class big_natural {
 public:
  big_natural() = default;
  explicit big_natural(uint64_t x) {
    for (; x != 0; x >>= 32) word_.push_back(uint32_t(x));
  }

  bool is_zero() const { return word_.empty(); }
  int bit_length() const { return is_zero() ? 0 : 32 * int(word_.size()) - __builtin_clz(word_.back()); }
  bool bit(int i) const { return size_t(i / 32) < word_.size() && (word_[size_t(i / 32)] >> (i % 32) & 1u); }
  void set_bit(int i) {
    if (word_.size() <= size_t(i / 32)) word_.resize(size_t(i / 32) + 1);
    word_[size_t(i / 32)] |= 1u << (i % 32);
  }

  void multiply_add(uint32_t by, uint32_t plus) {
    uint64_t carry = plus;
    for (uint32_t &w : word_) {
      carry += uint64_t(w) * by;
      w = uint32_t(carry);
      carry >>= 32;
    }
    if (carry) word_.push_back(uint32_t(carry));
  }

  uint32_t divide_small(uint32_t by) {
    uint64_t rest = 0;
    for (size_t i = word_.size(); i-- > 0;) {
      rest = rest << 32 | word_[i];
      word_[i] = uint32_t(rest / by);
      rest %= by;
    }
    trim();
    return uint32_t(rest);
  }

  void shift_left(int n) {
    if (is_zero()) return;
    const int words = n / 32, bits = n % 32;
    if (bits) multiply_add(1u << bits, 0);
    word_.insert(word_.begin(), size_t(words), 0u);
  }

  void shift_right(int n) {
    const size_t words = size_t(n / 32);
    if (words >= word_.size()) return word_.clear();
    word_.erase(word_.begin(), word_.begin() + long(words));
    if (n % 32) divide_small(1u << (n % 32));
  }

  /** True where any of the lowest n bits is set. */
  bool any_below(int n) const {
    for (int i = 0; i < n && size_t(i / 32) < word_.size(); i++)
      if (bit(i)) return true;
    return false;
  }

  int compare(const big_natural &o) const {
    if (word_.size() != o.word_.size()) return word_.size() < o.word_.size() ? -1 : 1;
    for (size_t i = word_.size(); i-- > 0;)
      if (word_[i] != o.word_[i]) return word_[i] < o.word_[i] ? -1 : 1;
    return 0;
  }

  void add(const big_natural &o) {
    if (word_.size() < o.word_.size()) word_.resize(o.word_.size());
    uint64_t carry = 0;
    for (size_t i = 0; i < word_.size(); i++) {
      carry += uint64_t(word_[i]) + (i < o.word_.size() ? o.word_[i] : 0);
      word_[i] = uint32_t(carry);
      carry >>= 32;
    }
    if (carry) word_.push_back(uint32_t(carry));
  }

  /** o ≤ this. */
  void subtract(const big_natural &o) {
    int64_t borrow = 0;
    for (size_t i = 0; i < word_.size(); i++) {
      borrow += int64_t(word_[i]) - (i < o.word_.size() ? int64_t(o.word_[i]) : 0);
      word_[i] = uint32_t(borrow);
      borrow >>= 32;
    }
    trim();
  }

  uint64_t low_64() const {
    return (word_.empty() ? 0 : word_[0]) | (word_.size() > 1 ? uint64_t(word_[1]) << 32 : 0);
  }

  std::string to_decimal() const {
    big_natural rest = *this;
    std::string digits;
    while (!rest.is_zero()) {
      uint32_t chunk = rest.divide_small(1000000000u);
      for (int i = 0; i < 9 && (chunk != 0 || !rest.is_zero()); i++, chunk /= 10) digits.push_back(char('0' + chunk % 10));
    }
    std::reverse(digits.begin(), digits.end());
    return digits.empty() ? "0" : digits;
  }

 private:
  void trim() {
    while (!word_.empty() && word_.back() == 0) word_.pop_back();
  }
  std::vector<uint32_t> word_;  // least significant first, no leading zero word
};

/** ⌊a / b⌋ by long division, bit by bit; a is left holding the remainder. */
inline big_natural divide(big_natural &a, const big_natural &b) {
  big_natural quotient, rest;
  for (int i = a.bit_length() - 1; i >= 0; i--) {
    rest.shift_left(1);
    if (a.bit(i)) rest.add(big_natural(1));
    if (rest.compare(b) >= 0) {
      rest.subtract(b);
      quotient.set_bit(i);
    }
  }
  a = rest;
  return quotient;
}

}  // namespace detail
}  // namespace mantissa

// ---- decimal.h
// Decimal text of every format, exact: a finite value is m·2^e, hence m·5^(−e)·10^e where e < 0, and both ways are integer
// arithmetic with one rounding, to nearest, ties to even. Host only; src/numerics/decimal.ts prints and parses the same.

namespace mantissa {
namespace detail {

/** Sign, magnitude in units of 2^-1201 (finer than any double, so that a set lowest bit breaks every tie). */
struct big_fixed {
  static constexpr int fraction_bits = 1201;
  bool negative = false;
  big_natural units;

  /** Adds ±x. */
  void add(double x, bool opposite) {
    if (x == 0) return;
    int exponent;
    const double fraction = std::frexp(std::fabs(x), &exponent);
    big_natural magnitude(uint64_t(fraction * 0x1p53));
    magnitude.shift_left(exponent - 53 + fraction_bits);
    const bool minus = (x < 0) != opposite;
    if (minus == negative || units.is_zero()) {
      negative = minus;
      units.add(magnitude);
    } else if (units.compare(magnitude) >= 0) {
      units.subtract(magnitude);
    } else {
      magnitude.subtract(units);
      units = magnitude;
      negative = minus;
    }
  }

  /** The nearest number of p bits with exponents from exponent_min to exponent_max. */
  double nearest(int p, int exponent_min, int exponent_max) const {
    if (units.is_zero()) return 0;
    const int exponent = std::max(units.bit_length() - 1 - fraction_bits, exponent_min);
    const int drop = exponent - p + 1 + fraction_bits;
    big_natural kept = units;
    kept.shift_right(drop);
    const bool up = drop > 0 && units.bit(drop - 1) && (units.any_below(drop - 1) || kept.bit(0));
    if (up) kept.add(big_natural(1));
    const double x = kept.bit_length() - 1 + exponent - p + 1 > exponent_max
                         ? HUGE_VAL
                         : std::ldexp(double(kept.low_64()), exponent - p + 1);
    return negative ? -x : x;
  }
};

inline std::string with_point(const std::string &digits) {
  return digits.size() > 1 ? digits.substr(0, 1) + "." + digits.substr(1) : digits;
}

/** Rounds a digit string to n digits, to nearest, ties to even; a carry out of the first digit makes it one longer. */
inline std::string round_digits(std::string text, size_t n) {
  if (text.size() <= n) return text + std::string(n - text.size(), '0');
  const bool tie = text[n] == '5' && text.find_first_not_of('0', n + 1) == std::string::npos;
  const bool up = tie ? (text[n - 1] - '0') % 2 == 1 : text[n] >= '5';
  text.resize(n);
  size_t i = n;
  while (up && i > 0 && text[i - 1] == '9') text[--i] = '0';
  if (up && i > 0) text[i - 1]++;
  return up && i == 0 ? "1" + text : text;
}

template <class T> T value_of(const big_fixed &exact) {
  using part_traits = format_traits<typename format_traits<T>::part>;
  big_fixed rest = exact;
  double parts[4] = {0, 0, 0, 0};
  for (int i = 0; i < format_traits<T>::parts; i++) {
    parts[i] = rest.nearest(part_traits::significand_bits, part_traits::exponent_min, part_traits::exponent_max);
    if (!is_finite(parts[i])) break;
    rest.add(parts[i], true);
  }
  if (parts[0] == 0 && exact.negative) parts[0] = -0.0;
  using P = typename format_traits<T>::part;
  if constexpr (format_traits<T>::parts == 1) return convert<T>(parts[0]);
  else if constexpr (format_traits<T>::parts == 2) return T(P(parts[0]), P(parts[1]));
  else return T(parts[0], parts[1], parts[2], parts[3]);
}

template <class T> void parts_of(const T &x, double (&parts)[4]) {
  if constexpr (std::is_same<T, fp64x4>::value) memcpy(parts, x.part, sizeof x.part);
  else if constexpr (is_multi_part<T>) {
    typename format_traits<T>::part raw[2];
    memcpy(raw, &x, sizeof raw);
    parts[0] = raw[0], parts[1] = raw[1];
  } else parts[0] = double(x);
}

}  // namespace detail

/** `digits` significant digits as d.ddde±x; by default enough to tell any two values of the format apart. */
template <class T> std::string to_string(const T &x, int digits = limits<T>::max_digits10) {
  double parts[4] = {0, 0, 0, 0};
  detail::parts_of(x, parts);
  if (parts[0] != parts[0]) return "nan";
  if (!is_finite(parts[0])) return parts[0] < 0 ? "-inf" : "inf";
  detail::big_fixed exact;
  for (double part : parts) exact.add(part, false);
  const bool zero = exact.units.is_zero();
  const std::string sign = exact.negative || (zero && std::signbit(parts[0])) ? "-" : "";
  if (zero) return sign + detail::with_point(std::string(size_t(digits), '0')) + "e+0";
  int e = -detail::big_fixed::fraction_bits;  // m·2^e; an even m only lengthens the digits by zeros
  while (e < 0 && !exact.units.bit(0)) exact.units.shift_right(1), e++;
  for (int i = e; i < 0; i++) exact.units.multiply_add(5, 0);
  const std::string text = exact.units.to_decimal();
  int exponent = int(text.size()) - 1 + e;
  std::string rounded = detail::round_digits(text, size_t(digits));
  if (rounded.size() > size_t(digits)) rounded.pop_back(), exponent++;
  return sign + detail::with_point(rounded) + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

/** The value nearest to a decimal number such as -12.5e-3; NaN where the text does not start with one. */
template <class T> T from_string(const std::string &source) {
  size_t i = source.find_first_not_of(" \t\r\n");
  if (i == std::string::npos) return limits<T>::quiet_NaN();
  const bool negative = source[i] == '-';
  if (negative || source[i] == '+') i++;
  if (source.compare(i, 3, "inf") == 0) return negative ? -limits<T>::infinity() : limits<T>::infinity();
  detail::big_natural digits;
  int power = 0, count = 0;
  bool seen = false, point = false;
  for (; i < source.size(); i++) {
    if (source[i] == '.' && !point) {
      point = true;
      continue;
    }
    if (source[i] < '0' || source[i] > '9') break;
    seen = true;
    digits.multiply_add(10, uint32_t(source[i] - '0'));
    if (digits.is_zero()) digits = detail::big_natural(uint64_t(source[i] - '0'));
    count += !digits.is_zero();
    power -= point;
  }
  if (!seen) return limits<T>::quiet_NaN();
  if (i < source.size() && (source[i] == 'e' || source[i] == 'E')) {
    const long written = std::strtol(source.c_str() + i + 1, nullptr, 10);
    power += int(std::min(100000L, std::max(-100000L, written)));
  }
  detail::big_fixed exact;
  exact.negative = negative;
  if (digits.is_zero() || count + power < -400) return detail::value_of<T>(exact);
  if (count + power > 400) return negative ? -limits<T>::infinity() : limits<T>::infinity();
  for (int k = 0; k < power; k++) digits.multiply_add(10, 0);
  digits.shift_left(detail::big_fixed::fraction_bits);
  if (power < 0) {
    detail::big_natural divisor(1);
    for (int k = 0; k < -power; k++) divisor.multiply_add(10, 0);
    detail::big_natural quotient = detail::divide(digits, divisor);
    if (!digits.is_zero()) quotient.set_bit(0);
    exact.units = quotient;
  } else {
    exact.units = digits;
  }
  return detail::value_of<T>(exact);
}

}  // namespace mantissa

// ---- full-digits.h
// Numbers of several parts as text with all their digits, in place of a double's: what a run is judged by where mantissa builds the program.
// mantissa_printf takes a wide number wherever C's takes a double, and writes it in as many digits as tell any two of its format apart.

namespace mantissa {
namespace detail {

inline void print_parts(std::string &out, const char *format) {
  for (; *format; format++) {
    if (format[0] == '%' && format[1] == '%') format++;
    out += *format;
  }
}

template <class X> void print_one(std::string &out, const std::string &conversion, const X &x) {
  if constexpr (is_multi_part<X>) {
    out += to_string(x);
  } else {
    const int length = std::snprintf(nullptr, 0, conversion.c_str(), x);
    std::string text(size_t(length < 0 ? 0 : length) + 1, '\0');
    std::snprintf(&text[0], text.size(), conversion.c_str(), x);
    out.append(text, 0, text.size() - 1);
  }
}

/** `conversion` is what of the next conversion has been read already: its widths that were given as arguments. */
template <class X, class... Rest>
void print_parts(std::string &out, const char *format, const X &x, const Rest &...rest) {
  while (*format && !(format[0] == '%' && format[1] != '%')) {
    if (format[0] == '%') format++;
    out += *format++;
  }
  if (!*format) return;
  const size_t length = std::strcspn(format + 1, "diouxXeEfFgGaAcspn*") + 2;
  const std::string conversion(format, length);
  if constexpr (std::is_integral<X>::value) {
    if (conversion.back() == '*') {
      const std::string fixed = conversion.substr(0, length - 1) + std::to_string(x) + (format + length);
      return print_parts(out, fixed.c_str(), rest...);
    }
  }
  print_one(out, conversion, x);
  print_parts(out, format + length, rest...);
}

}  // namespace detail

/** All digits of a number of several parts; any other as the stream has it. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> std::ostream &operator<<(std::ostream &out, const W &x) {
  return out << to_string(x);
}

/** Read as decimal text, to the format's full length. */
template <class In, class W, std::enable_if_t<multi_part_only<W> && !std::is_integral<In>::value, int> = 0>
In &operator>>(In &in, W &x) {
  std::string text;
  if (in >> text) x = from_string<W>(text);
  return in;
}

/** For MANTISSA_OUTPUT: one number a line. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> void mantissa_record(FILE *file, const W &x, int) {
  std::fprintf(file, "%s\n", to_string(x).c_str());
}

}  // namespace mantissa

template <class... Given> int mantissa_fprintf(FILE *file, const char *format, const Given &...given) {
  std::string out;
  mantissa::detail::print_parts(out, format, given...);
  return std::fputs(out.c_str(), file) < 0 ? -1 : int(out.size());
}
template <class... Given> int mantissa_printf(const char *format, const Given &...given) {
  return mantissa_fprintf(stdout, format, given...);
}

// ---- names for programs
using mantissa::fp32x2;
using mantissa::fp64x2;
using mantissa::fp64x4;

/** C compiled as C++: an untyped pointer becomes whatever pointer is asked for. */
struct mantissa_untyped {
  void *address;
  template <class X> operator X *() const { return static_cast<X *>(address); }
};
inline mantissa_untyped mantissa_pointer(const void *address) { return {const_cast<void *>(address)}; }

namespace mantissa {

#if (defined(__CUDACC__) || defined(__CUDA__)) && !defined(MANTISSA_PORT)
/** CUDA's atomics and shuffles (runtime/port has those of every type) for numbers of several parts; a warp's lanes hand over part by part. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> __device__ inline W atomicAdd(W *sum, const W &x) {
  return atomic_add(sum, x);
}
#define MANTISSA_SHUFFLE(name, lane)                                                                          \
  template <class W, std::enable_if_t<multi_part_only<W>, int> = 0>                                     \
  __device__ inline W name(unsigned mask, const W &x, lane, int width = 32) {                           \
    W z;                                                                                                \
    const int *from = reinterpret_cast<const int *>(&x);                                                \
    int *to = reinterpret_cast<int *>(&z);                                                              \
    MANTISSA_UNROLL                                                                                           \
    for (unsigned i = 0; i < sizeof(W) / sizeof(int); i++) to[i] = ::name(mask, from[i], by, width);    \
    return z;                                                                                           \
  }
MANTISSA_SHUFFLE(__shfl_sync, int by)
MANTISSA_SHUFFLE(__shfl_up_sync, unsigned by)
MANTISSA_SHUFFLE(__shfl_down_sync, unsigned by)
MANTISSA_SHUFFLE(__shfl_xor_sync, int by)
#undef MANTISSA_SHUFFLE
#endif

}  // namespace mantissa
