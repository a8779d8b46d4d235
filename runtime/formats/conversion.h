// Conversions between all formats, and to and from integers: the exact value (the sum of the parts), rounded once, part by
// part: the first part is the nearest machine number, the second the rounded remainder, and so on. An infinite or NaN head has
// zero tails. src/numerics/conversion.ts computes the same with integers.
//
// A single machine number becomes composite by Dekker's split instead (see composite.h).
#pragma once

#include "binary-rounding.h"
#ifndef MX_WIDE_ONLY
#include "composite.h"
#endif  // MX_WIDE_ONLY
#include "double-word.h"
#include "quad-word.h"

namespace mx_runtime {

namespace detail {

MX_HD fp64x4 exact_sum(double a, double b) {
  const pair_of<double> s = two_sum(a, b);
  return is_ordinary(s.head) ? fp64x4(s.head, s.tail, 0, 0) : fp64x4(b == 0 ? a : a + b);  // −0 + 0 keeps its sign
}

/** The value as four doubles, without error. */
#ifndef MX_WIDE_ONLY
MX_HD fp64x4 exact_value(fp16 x) { return double(float(x)); }
MX_HD fp64x4 exact_value(bf16 x) { return double(float(x)); }
#endif  // MX_WIDE_ONLY
MX_HD fp64x4 exact_value(float x) { return double(x); }
MX_HD fp64x4 exact_value(double x) { return x; }
template <class T> MX_HD fp64x4 exact_value(double_word<T> x) { return exact_sum(double(x.hi), double(x.lo)); }
#ifndef MX_WIDE_ONLY
template <class T> MX_HD fp64x4 exact_value(composite<T> x) { return exact_sum(double(x.value), double(x.error)); }
#endif  // MX_WIDE_ONLY
MX_HD fp64x4 exact_value(const fp64x4 &x) { return x; }
template <class I, std::enable_if_t<std::is_integral<I>::value, int> = 0> MX_HD fp64x4 exact_value(I x) {
  const pair_of<double> s = pair_of_integer(x);
  return {s.head, s.tail, 0, 0};
}

/** The nearest T, subtracted from rest. */
template <class T> MX_HD T take_nearest(fp64x4 &rest) {
  const double *part = rest.part;
  const T nearest = sizeof(T) == 8 ? T(add_rn(part[0], round_to_odd(part[1], part[2]))) : T(round_to_odd(part[0], part[1]));
  double left[4] = {sub_rn(part[0], double(nearest)), part[1], part[2], part[3]};
  rest = renormalise(left);
  return nearest;
}

/** Two parts of a value known to be ordinary; the tail is zero where the head overflows. */
template <class T> MX_HD pair_of<T> take_pair(fp64x4 x) {
  const T head = take_nearest<T>(x);
  return {head, is_finite(head) && x.part[0] != 0 ? take_nearest<T>(x) : T(0)};
}

/** How a value known exactly becomes a To. */
template <class To> struct nearest;

template <> struct nearest<double> {
  static MX_HD double of(fp64x4 x) { return is_ordinary(x.part[0]) ? take_nearest<double>(x) : x.part[0]; }
};
template <> struct nearest<float> {
  static MX_HD float of(const fp64x4 &x) { return float(round_to_odd(x.part[0], x.part[1])); }
};
#ifndef MX_WIDE_ONLY
template <> struct nearest<fp16> {
  static MX_HD fp16 of(const fp64x4 &x) { return round_to_fp16(round_to_odd(x.part[0], x.part[1])); }
};
template <> struct nearest<bf16> {
  static MX_HD bf16 of(const fp64x4 &x) { return round_to_bf16(round_to_odd(x.part[0], x.part[1])); }
};
#endif  // MX_WIDE_ONLY
template <class T> struct nearest<double_word<T>> {
  static MX_HD double_word<T> of(const fp64x4 &x) {
    if (!is_ordinary(x.part[0])) return {T(x.part[0]), T(0)};
    const pair_of<T> z = take_pair<T>(x);
    return {z.head, z.tail};
  }
};
#ifndef MX_WIDE_ONLY
template <class T> struct nearest<composite<T>> {
  static MX_HD composite<T> of(const fp64x4 &x) {
    if (!is_ordinary(x.part[0])) return {T(x.part[0]), T(0)};
    const pair_of<T> z = take_pair<T>(x);
    return {z.head, z.tail};
  }
};
#endif  // MX_WIDE_ONLY
template <> struct nearest<fp64x4> {
  static MX_HD fp64x4 of(const fp64x4 &x) { return x; }
};

/** Towards zero; out of range the nearest integer there is, and 0 for NaN, as CUDA's conversions give. */
template <class I> MX_HD I integer_of(const fp64x4 &x) {
  const bool is_signed = I(-1) < I(0);
  const double limit = std::ldexp(1.0, int(8 * sizeof(I)) - is_signed);
  const I lowest = is_signed ? I(uint64_t(1) << (8 * sizeof(I) - 1)) : I(0);
  const bool negative = x.part[0] < 0;
  const fp64x4 truncated = round_parts(x, [negative](double part) { return negative ? std::ceil(part) : std::floor(part); });
  if (x.part[0] != x.part[0]) return I(0);
  if (!(truncated < fp64x4(limit))) return I(~lowest);
  if (truncated < fp64x4(is_signed ? -limit : 0.0)) return lowest;
  uint64_t sum = 0;
  MX_UNROLL
  for (double part : truncated.part) sum += part < 0 ? uint64_t(0) - uint64_t(-part) : uint64_t(part);
  return I(sum);
}

/** A machine number that the composite's own machine format holds, or an integer, becomes composite by Dekker's split. */
template <class To, class From> constexpr bool splits = false;
#ifndef MX_WIDE_ONLY
template <class T, class From> constexpr bool splits<composite<T>, From> =
    !is_multi_part<From> && rank_of<From>::value <= rank_of<T>::value;
#endif  // MX_WIDE_ONLY

// The conversions that mixed expressions are full of, without the way over four doubles: the same values in an operation or two.

/** The sum of two parts rounded once; −0 + 0 keeps its sign. */
template <class T> MX_HD T rounded_sum(T a, T b) { return b == T(0) ? a : add_rn(a, b); }

/** A double as two floats. */
MX_HD MX_CONSTANT double_word<float> halves_of(double x) {
  const float head = float(x);
  return {head, is_finite(head) ? float(sub_rn(x, double(head))) : 0.0f};
}

/** A pair whose zero tail is +0, as everywhere; not finite, it is its head alone. */
MX_HD double_word<double> word_of(pair_of<double> x) {
  return {x.head, is_ordinary(x.head) ? add_rn(x.tail, 0.0) : 0.0};
}

template <class T> constexpr bool is_double_word = false;
template <class T> constexpr bool is_double_word<double_word<T>> = true;
/** Types that a double represents exactly: machine numbers, and integers of up to 32 bits. */
template <class T> constexpr bool fits_double =
    std::is_floating_point<T>::value || is_narrow<T> || (std::is_integral<T>::value && sizeof(T) <= 4);
template <class T> MX_HD constexpr double as_double(T x) {
  if constexpr (is_narrow<T>) return double(float(x));
  else return double(x);
}

template <class To, class From> struct conversion {
  static MX_HD constexpr To of(const From &x) {
    if constexpr (std::is_same<To, From>::value) return x;
    else if constexpr (std::is_same<To, bool>::value) return exact_value(x).part[0] != 0;
    else if constexpr (std::is_arithmetic<To>::value && std::is_arithmetic<From>::value) return To(x);
    else if constexpr (std::is_integral<To>::value) return integer_of<To>(exact_value(x));
    else if constexpr (splits<To, From>) return To(conversion<typename format_traits<To>::part, From>::of(x));
    else if constexpr (std::is_same<To, float>::value && std::is_same<From, fp32x2>::value) return rounded_sum(x.hi, x.lo);
    else if constexpr (std::is_same<To, double>::value && is_double_word<From>) return rounded_sum(double(x.hi), double(x.lo));
    else if constexpr (std::is_same<To, fp64x2>::value && fits_double<From>) return To(as_double(x));
    else if constexpr (std::is_same<To, fp64x2>::value && std::is_integral<From>::value) return word_of(pair_of_integer(x));
    else if constexpr (std::is_same<To, fp64x2>::value && std::is_same<From, fp32x2>::value)
      return x.lo == 0 ? To(double(x.hi)) : word_of(two_sum(double(x.hi), double(x.lo)));
    else if constexpr (std::is_same<To, fp64x4>::value && fits_double<From> && std::is_integral<From>::value) return To(double(x));
    else if constexpr (std::is_same<To, fp32x2>::value && fits_double<From>) return halves_of(as_double(x));
    else return nearest<To>::of(exact_value(x));
  }
};

}  // namespace detail

template <class To, class From> MX_HD constexpr To convert(const From &x) {
  static_assert(is_operand<To> && is_operand<From>, "a format or an integer");
  return detail::conversion<To, From>::of(x);
}

/** Rounded once: the double that it passes through is rounded to odd. */
template <class T, class From> MX_HD T convert_to_half(const From &x) {
  const fp64x4 exact = detail::exact_value(x);
  return T(round_to_odd(exact.part[0], exact.part[1]));
}

#ifndef MX_WIDE_ONLY
/** A double rounded to another format and back: what storing it there would leave. */
template <class F> MX_HD double round_to(double x) {
  if constexpr (std::is_same<F, fp16>::value) return round_to_bits<11, -14, 15>(x);
  else if constexpr (std::is_same<F, bf16>::value) return round_to_bits<8, -126, 127>(x);
  else return convert<double>(convert<F>(x));
}
#endif  // MX_WIDE_ONLY

}  // namespace mx_runtime
