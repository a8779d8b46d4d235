// fp32x2: a number made of two floats, with about 48 bits (14 digits) and the exponent range of a float, for GPUs that are slow in double.
// C++11 and CUDA, without dependencies. Made by Mantissa, whose patches add it if they need no other format; Apache License 2.0.
//
//   fp32x2 a = 0.1, b = 3;            from float, double and integers: the nearest pair
//   fp32x2 c = a * b + sqrt(a) / 2;   operators with fp32x2, float and integers; with a double, the result is a double
//   printf("%.15g\n", (double)c);     to float, double and integers: by a cast
//
// A value is hi + lo with |lo| at most half an ulp of hi. Relative errors, u = 2^-24, for results between 2^-100 and 2^127:
//   + -   3u^2, 20 operations     * 5u^2, 7 operations     / 15u^2, a reciprocal and 10     sqrt 3.2u^2     rsqrt 12u^2
// and with a float in place of a pair + takes 10 operations and * 6. Three selections more keep infinities and NaNs as in IEEE arithmetic;
// define MANTISSA_FINITE_ONLY for programs without them. Below 2^-102 a value has fewer digits; above 3.4e38 it is infinite.
// Algorithms: Joldes, Muller, Popescu, ACM TOMS 44(2), 2017 (+: 6, after which the others are named); Muller, Rideau, ACM TOMS 48(1), 2022;
// Lefevre, Louvet, Muller, Picot, Rideau, ACM TOMS 49(1), 2023 (sqrt). mantissa_formats.h, with more formats, computes the same bits.
#ifndef MANTISSA_FORMATS_H
#define MANTISSA_FORMATS_H
#if !defined(__cplusplus) || __cplusplus < 201103L
#error "mantissa_formats.h: compile this file as C++11 or later (g++ -x c++ -std=gnu++11, nvcc)"
#endif

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__CUDACC__) || defined(__CUDA__)
#define MANTISSA_HD __host__ __device__ inline
#else
#define MANTISSA_HD inline
#endif
#if defined(__CUDA_ARCH__)
#define MANTISSA_DEVICE 1
#else
#define MANTISSA_DEVICE 0
#endif
// initial values of __constant__ variables are computed by the compiler
#if defined(__has_builtin)
#if __has_builtin(__builtin_is_constant_evaluated)
#define MANTISSA_CONSTANT constexpr
#define MANTISSA_IS_CONSTANT __builtin_is_constant_evaluated()
#endif
#endif
#ifndef MANTISSA_CONSTANT
#define MANTISSA_CONSTANT
#define MANTISSA_IS_CONSTANT false
#endif

// A compiler must not fuse a product with a sum that is written apart from it: CUDA's _rn functions are never fused, clang is told so per
// function, and g++ cannot see through an empty asm.
#if defined(__clang__)
#define MANTISSA_APART _Pragma("clang fp contract(off)")
#else
#define MANTISSA_APART
#endif
#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__aarch64__)
#define MANTISSA_FMA 1
#else
#define MANTISSA_FMA 0
#endif
#if defined(__GNUC__) && !defined(__clang__) && MANTISSA_FMA && defined(__x86_64__)
#define MANTISSA_HIDE(x) __asm__("" : "+x"(x))
#elif defined(__GNUC__) && !defined(__clang__) && MANTISSA_FMA && defined(__aarch64__)
#define MANTISSA_HIDE(x) __asm__("" : "+w"(x))
#else
#define MANTISSA_HIDE(x)
#endif
#if defined(__FAST_MATH__) && !MANTISSA_DEVICE
#error "mantissa_formats.h needs IEEE arithmetic: build without -ffast-math"
#endif

namespace mantissa {
// ---- floats, each operation rounded once

#if MANTISSA_DEVICE
MANTISSA_HD float add_rn(float a, float b) { return __fadd_rn(a, b); }
MANTISSA_HD float sub_rn(float a, float b) { return __fsub_rn(a, b); }
MANTISSA_HD MANTISSA_CONSTANT double sub_rn(double a, double b) { return MANTISSA_IS_CONSTANT ? a - b : __dsub_rn(a, b); }
MANTISSA_HD float mul_rn(float a, float b) { return __fmul_rn(a, b); }
MANTISSA_HD float div_rn(float a, float b) { return __fdiv_rn(a, b); }
MANTISSA_HD float sqrt_rn(float a) { return __fsqrt_rn(a); }
MANTISSA_HD float rcp_rn(float a) { return __frcp_rn(a); }
MANTISSA_HD float fma_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }
#else
inline float add_rn(float a, float b) { MANTISSA_APART return a + b; }
inline float sub_rn(float a, float b) { MANTISSA_APART return a - b; }
MANTISSA_HD MANTISSA_CONSTANT double sub_rn(double a, double b) { MANTISSA_APART return a - b; }
inline float mul_rn(float a, float b) {
  MANTISSA_APART
  float product = a * b;
  MANTISSA_HIDE(product);
  return product;
}
inline float div_rn(float a, float b) { return a / b; }
inline float sqrt_rn(float a) { return std::sqrt(a); }
inline float rcp_rn(float a) { return 1.0f / a; }
#endif

/** a + b rounded to odd: the last bit is set if the sum is not exact, so that rounding it again to fewer bits is rounding once. */
MANTISSA_HD double sum_to_odd(double a, double b) {
  const double s = a + b, bb = s - a, error = (a - (s - bb)) + (b - bb);
  uint64_t bits;
  memcpy(&bits, &s, sizeof bits);
  if (error == 0 || error != error || s - s != 0 || (bits & 1)) return s;
  if (s == 0) return error;
  bits = (s > 0) == (error > 0) ? bits + 1 : bits - 1;
  double odd;
  memcpy(&odd, &bits, sizeof odd);
  return odd;
}

#if !MANTISSA_DEVICE
inline float fma_rn(float a, float b, float c) {
#if MANTISSA_FMA
  return std::fma(a, b, c);
#else
  return float(sum_to_odd(double(a) * double(b), double(c)));
#endif
}
#endif

namespace detail {

/** Two floats that are to become a pair, or a rounded result and its error. */
struct parts { float head, tail; };
MANTISSA_HD parts two_sum(float a, float b) {
  const float s = add_rn(a, b), bb = sub_rn(s, a);
  return parts{s, add_rn(sub_rn(a, sub_rn(s, bb)), sub_rn(b, bb))};
}
/** The same if |a| >= |b| or a = 0. */
MANTISSA_HD parts fast_two_sum(float a, float b) {
  const float s = add_rn(a, b);
  return parts{s, sub_rn(b, sub_rn(s, a))};
}
MANTISSA_HD parts two_prod(float a, float b) {
  const float p = mul_rn(a, b);
  return parts{p, fma_rn(a, b, -p)};
}
MANTISSA_HD constexpr bool is_finite(float x) { return x - x == 0; }

/** The parts of a number of another type, and the number of another type nearest to the sum of two parts. */
MANTISSA_HD MANTISSA_CONSTANT parts split(double x) {
  return parts{float(x), is_finite(float(x)) ? float(sub_rn(x, double(float(x)))) : 0.0f};
}
MANTISSA_HD double to_double(float hi, float lo) { return lo == 0 ? double(hi) : double(hi) + double(lo); }
/** An integer of 64 bits: its upper and lower halves are doubles, and so is what a float leaves of their sum. */
template <class I> MANTISSA_HD parts split(I x) {
  const bool is_negative = x < I(0);
  const uint64_t size = is_negative ? uint64_t(0) - uint64_t(x) : uint64_t(x);
  const double upper = double(uint32_t(size >> 32)) * 4294967296.0, lower = double(uint32_t(size));
  const double sum = upper + lower, rest = lower - (sum - upper);
  const float head = float(size);
  const float tail = float((sum - double(head)) + rest);
  return parts{is_negative ? -head : head, is_negative ? -tail : tail};
}
template <class X, bool is_short = std::is_integral<X>::value && sizeof(X) <= 4> struct from {
  static MANTISSA_HD constexpr parts of(X x) { return parts{float(x), float(double(x) - double(float(x)))}; }
};
template <class X> struct from<X, false> {
  static MANTISSA_HD constexpr parts of(X x) { return split(x); }
};

}  // namespace detail

// ---- the type

struct alignas(8) fp32x2 {
  float hi, lo;

  fp32x2() = default;
  /** Parts with |lo| at most half an ulp of hi. */
  MANTISSA_HD constexpr fp32x2(float head, float tail) : hi(head), lo(tail) {}
  MANTISSA_HD constexpr fp32x2(float x) : hi(x), lo(0.0f) {}
  MANTISSA_HD constexpr fp32x2(detail::parts x) : hi(x.head), lo(x.tail) {}
  template <class X, typename std::enable_if<std::is_integral<X>::value || std::is_same<X, double>::value, int>::type = 0>
  MANTISSA_HD constexpr fp32x2(X x) : fp32x2(detail::from<X>::of(x)) {}

  MANTISSA_HD explicit operator double() const { return detail::to_double(hi, lo); }
  MANTISSA_HD explicit operator float() const { return lo == 0 ? hi : add_rn(hi, lo); }
  MANTISSA_HD explicit operator bool() const { return hi != 0; }
  /** Towards zero; beyond its range the nearest integer there is, and 0 for NaN. */
  template <class I, typename std::enable_if<std::is_integral<I>::value && !std::is_same<I, bool>::value, int>::type = 0>
  MANTISSA_HD explicit operator I() const;
  /** __half and __nv_bfloat16. */
  template <class H, typename std::enable_if<std::is_class<H>::value && sizeof(H) == 2 && std::is_constructible<H, double>::value &&
                                                 std::is_convertible<H, float>::value, int>::type = 0>
  MANTISSA_HD explicit operator H() const {
    return H(lo == 0 ? double(hi) : sum_to_odd(double(hi), double(lo)));
  }
};

namespace detail {

/** If the tail is infinite or NaN, the result is `alone`, that of the heads. */
MANTISSA_HD fp32x2 settle(parts z, float alone) {
#if defined(MANTISSA_FINITE_ONLY)
  return z;
#else
  const bool is_sound = std::fabs(z.tail) < float(HUGE_VALF);
  return fp32x2(is_sound ? z.head : alone, is_sound ? z.tail : 0.0f);
#endif
}

/** The product of the heads, c, and all that is added to it. A product that is zero has the sign of c. */
MANTISSA_HD fp32x2 product(float c, float rest) {
  const parts z = fast_two_sum(c, rest);
#if defined(MANTISSA_FINITE_ONLY)
  return z;
#else
  return settle(parts{std::copysign(z.head, c), z.tail}, c);
#endif
}

MANTISSA_HD bool is_normal(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits >> 23 & 0xffu) - 1u < 0xfeu;
}

/** x / y for the quotient `head` of the heads. */
MANTISSA_HD fp32x2 quotient(fp32x2 x, fp32x2 y, float head) {
  const parts c = two_prod(y.hi, head), t = fast_two_sum(c.head, mul_rn(y.lo, head));
  const parts r = fast_two_sum(t.head, add_rn(t.tail, c.tail));
  const float rest = add_rn(sub_rn(x.hi, r.head), sub_rn(x.lo, r.tail));
  return fast_two_sum(head, div_rn(rest, y.hi));
}

/** Quotients that are not normal: divisions by zero, of and by infinities, and near the ends of the range. */
MANTISSA_HD fp32x2 rare_quotient(fp32x2 x, fp32x2 y) {
  const float head = div_rn(x.hi, y.hi);
  const fp32x2 z = quotient(x, y, head);
  if (is_finite(z.hi) && z.hi != 0) return z;
  if (!is_finite(head) || head == 0 || !is_finite(y.hi)) return fp32x2(head);
  const float scale = 1.0f / 256;
  const fp32x2 small_x(x.hi * scale, x.lo * scale), small = quotient(small_x, y, div_rn(small_x.hi, y.hi));
  const float hi = small.hi / scale;
  return fp32x2(hi, is_finite(hi) ? small.lo / scale : 0.0f);
}

}  // namespace detail

// ---- arithmetic

MANTISSA_HD fp32x2 operator+(fp32x2 x) { return x; }
MANTISSA_HD constexpr fp32x2 operator-(fp32x2 x) { return fp32x2(-x.hi, -x.lo); }

MANTISSA_HD fp32x2 operator+(fp32x2 x, fp32x2 y) {
  const detail::parts s = detail::two_sum(x.hi, y.hi), t = detail::two_sum(x.lo, y.lo);
  const detail::parts v = detail::fast_two_sum(s.head, add_rn(s.tail, t.head));
  return detail::settle(detail::fast_two_sum(v.head, add_rn(t.tail, v.tail)), s.head);
}
MANTISSA_HD fp32x2 operator-(fp32x2 x, fp32x2 y) { return x + -y; }
MANTISSA_HD fp32x2 operator*(fp32x2 x, fp32x2 y) {
  const detail::parts c = detail::two_prod(x.hi, y.hi);
  return detail::product(c.head, fma_rn(x.lo, y.hi, fma_rn(x.hi, y.lo, c.tail)));
}
MANTISSA_HD fp32x2 operator/(fp32x2 x, fp32x2 y) {
  const float inverse = rcp_rn(y.hi), guess = mul_rn(x.hi, inverse);
  const float q = fma_rn(fma_rn(-guess, y.hi, x.hi), inverse, guess);
  const float rest = add_rn(fma_rn(-q, y.lo, fma_rn(-q, y.hi, x.hi)), x.lo);
  const fp32x2 z = detail::fast_two_sum(q, mul_rn(rest, inverse));
#if !defined(MANTISSA_FINITE_ONLY)
  if (!detail::is_normal(z.hi)) return detail::rare_quotient(x, y);
#endif
  return z;
}

// a float in place of a pair: the same bits in fewer operations
MANTISSA_HD fp32x2 operator+(fp32x2 x, float y) {
  const detail::parts s = detail::two_sum(x.hi, y);
  return detail::settle(detail::fast_two_sum(s.head, add_rn(s.tail, x.lo)), s.head);
}
MANTISSA_HD fp32x2 operator*(fp32x2 x, float y) {
  const detail::parts c = detail::two_prod(x.hi, y);
  return detail::product(c.head, fma_rn(x.lo, y, c.tail));
}
MANTISSA_HD fp32x2 operator+(float x, fp32x2 y) { return y + x; }
MANTISSA_HD fp32x2 operator-(fp32x2 x, float y) { return x + -y; }
MANTISSA_HD fp32x2 operator-(float x, fp32x2 y) { return -y + x; }
MANTISSA_HD fp32x2 operator*(float x, fp32x2 y) { return y * x; }
MANTISSA_HD fp32x2 operator/(fp32x2 x, float y) { return x / fp32x2(y); }
MANTISSA_HD fp32x2 operator/(float x, fp32x2 y) { return fp32x2(x) / y; }

MANTISSA_HD bool operator==(fp32x2 x, fp32x2 y) { return x.hi == y.hi && x.lo == y.lo; }
MANTISSA_HD bool operator!=(fp32x2 x, fp32x2 y) { return !(x == y); }
MANTISSA_HD bool operator<(fp32x2 x, fp32x2 y) { return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo); }
MANTISSA_HD bool operator<=(fp32x2 x, fp32x2 y) { return x.hi < y.hi || (x.hi == y.hi && x.lo <= y.lo); }
MANTISSA_HD bool operator>(fp32x2 x, fp32x2 y) { return y < x; }
MANTISSA_HD bool operator>=(fp32x2 x, fp32x2 y) { return y <= x; }

// with integers, which become pairs, and with double, in which the operation is computed
#define MANTISSA_INTEGER(I, result) template <class I, typename std::enable_if<std::is_integral<I>::value, int>::type = 0> MANTISSA_HD result
#define MANTISSA_MIXED(pairs, result, op)                                            \
  MANTISSA_INTEGER(I, pairs) operator op(fp32x2 x, I y) { return x op fp32x2(y); }    \
  MANTISSA_INTEGER(I, pairs) operator op(I x, fp32x2 y) { return fp32x2(x) op y; }    \
  MANTISSA_HD result operator op(fp32x2 x, double y) { return double(x) op y; }      \
  MANTISSA_HD result operator op(double x, fp32x2 y) { return x op double(y); }
#define MANTISSA_ARITHMETIC(op)                                                                                        \
  MANTISSA_MIXED(fp32x2, double, op)                                                                                   \
  template <class X> MANTISSA_HD fp32x2 &operator op##=(fp32x2 &x, const X &y) { return x = fp32x2(x op y); }          \
  template <class X, typename std::enable_if<std::is_floating_point<X>::value, int>::type = 0>                         \
  MANTISSA_HD X &operator op##=(X &x, fp32x2 y) { return x = X(x op y); }
#define MANTISSA_COMPARISON(op)                                                                   \
  MANTISSA_MIXED(bool, bool, op)                                                                  \
  MANTISSA_HD bool operator op(fp32x2 x, float y) { return x op fp32x2(y); }                      \
  MANTISSA_HD bool operator op(float x, fp32x2 y) { return fp32x2(x) op y; }
MANTISSA_ARITHMETIC(+) MANTISSA_ARITHMETIC(-) MANTISSA_ARITHMETIC(*) MANTISSA_ARITHMETIC(/)
MANTISSA_COMPARISON(==) MANTISSA_COMPARISON(!=)
MANTISSA_COMPARISON(<) MANTISSA_COMPARISON(<=) MANTISSA_COMPARISON(>) MANTISSA_COMPARISON(>=)
#undef MANTISSA_INTEGER
#undef MANTISSA_MIXED
#undef MANTISSA_ARITHMETIC
#undef MANTISSA_COMPARISON
MANTISSA_HD fp32x2 &operator++(fp32x2 &x) { return x += 1; }
MANTISSA_HD fp32x2 &operator--(fp32x2 &x) { return x -= 1; }
MANTISSA_HD fp32x2 operator++(fp32x2 &x, int) { const fp32x2 before = x; x += 1; return before; }
MANTISSA_HD fp32x2 operator--(fp32x2 &x, int) { const fp32x2 before = x; x -= 1; return before; }

// ---- functions

MANTISSA_HD fp32x2 sqrt(fp32x2 x) {
  const float head = sqrt_rn(x.hi);
  if (!detail::is_finite(head) || head == 0) return fp32x2(head);
  const float rest = add_rn(x.lo, fma_rn(-head, head, x.hi));
  return detail::fast_two_sum(head, div_rn(rest, 2.0f * head));
}
/** Newton's h + h/2 (1 - x h^2) for the float h nearly 1/sqrt x. */
MANTISSA_HD fp32x2 rsqrt(fp32x2 x) {
  const float head = rcp_rn(sqrt_rn(x.hi));
  const detail::parts root = detail::two_prod(x.hi, head);
  const float rest = fma_rn(-fma_rn(x.lo, head, root.tail), head, fma_rn(-root.head, head, 1.0f));
  return detail::settle(detail::fast_two_sum(head, mul_rn(mul_rn(0.5f, head), rest)), head);
}
MANTISSA_HD fp32x2 abs(fp32x2 x) { return std::signbit(x.hi) ? -x : x; }
MANTISSA_HD fp32x2 fabs(fp32x2 x) { return abs(x); }
/** The product is rounded before it is added to. */
MANTISSA_HD fp32x2 fma(fp32x2 x, fp32x2 y, fp32x2 z) { return x * y + z; }
/** Of a NaN and a number, the number, as C's. */
MANTISSA_HD fp32x2 min(fp32x2 x, fp32x2 y) { return x < y || y != y ? x : y; }
MANTISSA_HD fp32x2 max(fp32x2 x, fp32x2 y) { return x > y || y != y ? x : y; }
MANTISSA_HD fp32x2 fmin(fp32x2 x, fp32x2 y) { return min(x, y); }
MANTISSA_HD fp32x2 fmax(fp32x2 x, fp32x2 y) { return max(x, y); }
MANTISSA_HD bool isnan(fp32x2 x) { return x != x; }
MANTISSA_HD bool isfinite(fp32x2 x) { return detail::is_finite(x.hi); }
MANTISSA_HD bool isinf(fp32x2 x) { return !detail::is_finite(x.hi) && x == x; }

/** The tail counts only if the head is an integer already. */
MANTISSA_HD fp32x2 rounded(fp32x2 x, float head, float tail) {
  return head == x.hi && detail::is_finite(head) && head != 0 ? fp32x2(detail::fast_two_sum(head, tail)) : fp32x2(head);
}
MANTISSA_HD fp32x2 floor(fp32x2 x) { return rounded(x, std::floor(x.hi), std::floor(x.lo)); }
MANTISSA_HD fp32x2 ceil(fp32x2 x) { return rounded(x, std::ceil(x.hi), std::ceil(x.lo)); }
MANTISSA_HD fp32x2 trunc(fp32x2 x) { return std::signbit(x.hi) ? ceil(x) : floor(x); }

template <class I, typename std::enable_if<std::is_integral<I>::value && !std::is_same<I, bool>::value, int>::type>
MANTISSA_HD fp32x2::operator I() const {
  const fp32x2 whole = trunc(*this);
  const int bits = int(8 * sizeof(I)) - (I(-1) < I(0) ? 1 : 0);
  const I lowest = I(-1) < I(0) ? I(uint64_t(1) << (8 * sizeof(I) - 1)) : I(0);
  if (hi != hi) return I(0);
  if (!(whole < fp32x2(std::ldexp(1.0f, bits)))) return I(~lowest);
  if (whole < (I(-1) < I(0) ? fp32x2(-std::ldexp(1.0f, bits)) : fp32x2(0.0f))) return lowest;
  const uint64_t head = whole.hi < 0 ? uint64_t(0) - uint64_t(-whole.hi) : uint64_t(whole.hi);
  return I(head + (whole.lo < 0 ? uint64_t(0) - uint64_t(-whole.lo) : uint64_t(whole.lo)));
}

#if (defined(__CUDACC__) || defined(__CUDA__)) && !defined(MANTISSA_PORT)
// ---- CUDA: pairs are exchanged whole, as 8 bytes

__device__ inline fp32x2 atomicAdd(fp32x2 *sum, fp32x2 x) {
  unsigned long long *place = reinterpret_cast<unsigned long long *>(sum), seen = *place, expected, wanted;
  fp32x2 before;
  do {
    expected = seen;
    memcpy(&before, &expected, sizeof before);
    const fp32x2 after = before + x;
    memcpy(&wanted, &after, sizeof wanted);
    seen = ::atomicCAS(place, expected, wanted);
  } while (seen != expected);
  return before;
}
#define MANTISSA_SHUFFLE(name, lane)                                                          \
  __device__ inline fp32x2 name(unsigned mask, fp32x2 x, lane, int width = 32) {              \
    return fp32x2(::name(mask, x.hi, by, width), ::name(mask, x.lo, by, width));              \
  }
MANTISSA_SHUFFLE(__shfl_sync, int by)
MANTISSA_SHUFFLE(__shfl_up_sync, unsigned by)
MANTISSA_SHUFFLE(__shfl_down_sync, unsigned by)
MANTISSA_SHUFFLE(__shfl_xor_sync, int by)
#undef MANTISSA_SHUFFLE
__device__ inline fp32x2 __ldg(const fp32x2 *from) {
  const float2 parts = ::__ldg(reinterpret_cast<const float2 *>(from));
  return fp32x2(parts.x, parts.y);
}
#endif

}  // namespace mantissa

using mantissa::fp32x2;

#endif  // MANTISSA_FORMATS_H
