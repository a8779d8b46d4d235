// fp32x2 and fp64x2: a value is the unevaluated sum hi + lo of two floats or doubles, hi = fl(hi + lo), so |lo| ≤ ulp(hi)/2.
//
// Algorithms, with u = 2^−24 or 2^−53 and relative error bounds in the absence of underflow and overflow:
//   +, −  AccurateDWPlusDW, 3u²+O(u³)   Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks
//         of double-word arithmetic", ACM TOMS 44(2), 2017, algorithm 6: the "IEEE add" of Hida, Li and Bailey's QD
//   ×     DWTimesDW1, 5u²               same, algorithm 10; bound from Muller and Rideau, ACM TOMS 48(1), 2022
//   ÷     DWDivDW2, 15u²+56u³           same as +, algorithm 17 with DWTimesFP1 (algorithm 7)
//   √     SQRTDWtoDW, 25/8·u²           Lefèvre, Louvet, Muller, Picot, Rideau, ACM TOMS 49(1), 2023
// For fp32x2, which GPUs compute with a fused multiply-add, × and ÷ keep these bounds in fewer operations, and 1/√ is one step:
//   ×     7 operations, 5u²+O(u³). The terms of algorithm 10 are added by fused operations to the error of the heads' product.
//         For heads in [1, 2): if their product is below 2, that error and both terms are below 4u together, so that the two
//         roundings cost at most 2u² each and the product of the tails u²; else twice as much, relative to at least 2
//   ÷     a reciprocal and 10 operations, 14u²+O(u³). The quotient q of the heads is corrected once, so that the remainder x − q·y
//         is exact but for the tails; its rounding costs 5u², that of the reciprocal and the last product 6u², and dividing by
//         the head of y alone 3u²
//   1/√   the reciprocal h of a root, off by 2u, and 10 operations: Newton's h + h/2·(1 − x·h²), 12u²: 6u² remain of h's error, and
//         the four roundings cost 6u²
// With a float in place of a pair, + takes 10 operations and × 6, with the same bits.
//
// If the tail of a sum, product or root is not finite, the result is that of the heads alone with a zero tail: infinities and NaNs
// are IEEE's. Signed zeros are, too, but for −0 + −0, which is +0 here.
// src/numerics/double-word.ts computes the same, bit for bit.
#pragma once

#include "error-free-transforms.h"
#include "format-traits.h"

namespace mx_runtime {

template <class T> struct alignas(2 * sizeof(T)) double_word {
  T hi, lo;

  double_word() = default;
  /** Two parts that already are a double-word: |lo| ≤ ulp(hi)/2. */
  MX_HD constexpr double_word(T head, T tail) : hi(head), lo(tail) {}
  MX_HD constexpr double_word(T x) : hi(x), lo(T(0)) {}
  template <class X, std::enable_if_t<converts_implicitly<X, double_word> && !std::is_same<X, T>::value, int> = 0>
  MX_HD constexpr double_word(X x) : double_word(convert<double_word>(x)) {}
  template <class X, std::enable_if_t<converts_explicitly<X, double_word>, int> = 0>
  MX_HD explicit double_word(const X &x) : double_word(convert<double_word>(x)) {}

  template <class X, std::enable_if_t<std::is_arithmetic<X>::value || is_narrow<X>, int> = 0>
  MX_HD explicit operator X() const { return convert<X>(*this); }
  template <class X, std::enable_if_t<is_half_class<X>, int> = 0> MX_HD explicit operator X() const { return convert_to_half<X>(*this); }
};

namespace detail {

/** A result whose tail is infinite or NaN is `alone`, that of the heads. No branch: on a device it takes a comparison and two selections. */
template <class T> MX_HD double_word<T> settle(pair_of<T> z, T alone) {
#if defined(MX_FINITE_ONLY)
  return {z.head, z.tail};
#else
  const bool is_sound = std::fabs(z.tail) < T(HUGE_VAL);
  return {is_sound ? z.head : alone, is_sound ? z.tail : T(0)};
#endif
}

/** The product of the heads, and what the other terms add to it. */
template <class T> MX_HD pair_of<T> product_terms(double_word<T> x, double_word<T> y) {
  const pair_of<T> c = two_prod(x.hi, y.hi);
  return {c.head, add_rn(c.tail, add_rn(mul_rn(x.hi, y.lo), mul_rn(x.lo, y.hi)))};
}
MX_HD pair_of<float> product_terms(double_word<float> x, double_word<float> y) {
  const pair_of<float> c = two_prod(x.hi, y.hi);
  return {c.head, fused(x.lo, y.hi, fused(x.hi, y.lo, c.tail))};
}
template <class T> MX_HD pair_of<T> product_terms(double_word<T> x, T y) {
  const pair_of<T> c = two_prod(x.hi, y);
  return {c.head, add_rn(c.tail, mul_rn(x.lo, y))};
}
MX_HD pair_of<float> product_terms(double_word<float> x, float y) {
  const pair_of<float> c = two_prod(x.hi, y);
  return {c.head, fused(x.lo, y, c.tail)};
}

/** A product that is zero has the sign of the heads' product. */
template <class T> MX_HD double_word<T> product_of_terms(pair_of<T> c) {
  const pair_of<T> z = fast_two_sum(c.head, c.tail);
#if defined(MX_FINITE_ONLY)
  return {z.head, z.tail};
#else
  return settle<T>({std::copysign(z.head, c.head), z.tail}, c.head);
#endif
}

template <class T> MX_HD double_word<T> quotient(double_word<T> x, double_word<T> y, T head) {
  const pair_of<T> c = two_prod(y.hi, head);
  const pair_of<T> t = fast_two_sum(c.head, mul_rn(y.lo, head));
  const pair_of<T> r = fast_two_sum(t.head, add_rn(t.tail, c.tail));
  const T rest = add_rn(sub_rn(x.hi, r.head), sub_rn(x.lo, r.tail));
  const pair_of<T> z = fast_two_sum(head, div_rn(rest, y.hi));
  return {z.head, z.tail};
}

/** Division by zero, of and by infinities, and of a dividend so near overflow that y·(x/y) is infinite. */
template <class T> MX_HD double_word<T> settle_quotient(double_word<T> x, double_word<T> y) {
  const T head = div_rn(x.hi, y.hi);
  const double_word<T> z = quotient(x, y, head);
  if (is_ordinary(z.hi)) return z;
  if (!is_ordinary(head) || !is_finite(y.hi)) return {head, T(0)};
  const T scale = T(1) / T(256);
  const double_word<T> small_x(x.hi * scale, x.lo * scale);
  const double_word<T> small = quotient(small_x, y, div_rn(small_x.hi, y.hi));
  const T hi = small.hi / scale;
  return {hi, is_finite(hi) ? small.lo / scale : T(0)};
}

template <class T> MX_HD double_word<T> usual_quotient(double_word<T> x, double_word<T> y) {
  return quotient(x, y, div_rn(x.hi, y.hi));
}
MX_HD double_word<float> usual_quotient(double_word<float> x, double_word<float> y) {
  const float inverse = rcp_rn(y.hi), guess = mul_rn(x.hi, inverse);
  const float q = fused(fused(-guess, y.hi, x.hi), inverse, guess);
  const float rest = add_rn(fused(-q, y.lo, fused(-q, y.hi, x.hi)), x.lo);
  const pair_of<float> z = fast_two_sum(q, mul_rn(rest, inverse));
  return {z.head, z.tail};
}

/** x − y² where y is √x rounded: exact. */
MX_HD double remainder_of_root(double x, double y) {
  const pair_of<double> square = two_prod(y, y);
  return sub_rn(sub_rn(x, square.head), square.tail);
}
MX_HD float remainder_of_root(float x, float y) { return fused(-y, y, x); }

}  // namespace detail

template <class T> MX_HD double_word<T> operator+(double_word<T> x, double_word<T> y) {
  const pair_of<T> s = two_sum(x.hi, y.hi), t = two_sum(x.lo, y.lo);
  const pair_of<T> v = fast_two_sum(s.head, add_rn(s.tail, t.head));
  return detail::settle(fast_two_sum(v.head, add_rn(t.tail, v.tail)), s.head);
}

// With one part in place of two: what the operators above and below give for a zero tail, in half the operations.
template <class T> MX_HD double_word<T> operator+(double_word<T> x, T y) {
  const pair_of<T> s = two_sum(x.hi, y);
  return detail::settle(fast_two_sum(s.head, add_rn(s.tail, x.lo)), s.head);
}
template <class T> MX_HD double_word<T> operator+(T x, double_word<T> y) { return y + x; }

template <class T> MX_HD constexpr double_word<T> operator-(double_word<T> x) { return {-x.hi, -x.lo}; }
template <class T> MX_HD double_word<T> operator+(double_word<T> x) { return x; }
template <class T> MX_HD double_word<T> operator-(double_word<T> x, double_word<T> y) { return x + -y; }

template <class T> MX_HD double_word<T> operator-(double_word<T> x, T y) { return x + -y; }
template <class T> MX_HD double_word<T> operator-(T x, double_word<T> y) { return -y + x; }

template <class T> MX_HD double_word<T> operator*(double_word<T> x, double_word<T> y) {
  return detail::product_of_terms(detail::product_terms(x, y));
}
template <class T> MX_HD double_word<T> operator*(double_word<T> x, T y) {
  return detail::product_of_terms(detail::product_terms(x, y));
}
template <class T> MX_HD double_word<T> operator*(T x, double_word<T> y) { return y * x; }

template <class T> MX_HD double_word<T> operator/(double_word<T> x, double_word<T> y) {
  const double_word<T> z = detail::usual_quotient(x, y);
  if (MX_SPECIAL(!is_normal(z.hi))) return detail::settle_quotient(x, y);
  return z;
}

template <class T> MX_HD double_word<T> sqrt(double_word<T> x) {
  const T head = sqrt_rn(x.hi);
  if (MX_SPECIAL(!is_ordinary(head))) return {head, T(0)};
  const T rest = add_rn(x.lo, detail::remainder_of_root(x.hi, head));
  const pair_of<T> z = fast_two_sum(head, div_rn(rest, T(2) * head));
  return {z.head, z.tail};
}

MX_HD double_word<float> rsqrt(double_word<float> x) {
  const float head = rcp_rn(sqrt_rn(x.hi));
  const pair_of<float> root = two_prod(x.hi, head);
  const float rest = fused(-fused(x.lo, head, root.tail), head, fused(-root.head, head, 1.0f));
  return detail::settle(fast_two_sum(head, mul_rn(mul_rn(0.5f, head), rest)), head);
}

template <class T> MX_HD bool operator==(double_word<T> x, double_word<T> y) { return x.hi == y.hi && x.lo == y.lo; }
template <class T> MX_HD bool operator!=(double_word<T> x, double_word<T> y) { return !(x == y); }
template <class T> MX_HD bool operator<(double_word<T> x, double_word<T> y) {
  return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo);
}
template <class T> MX_HD bool operator<=(double_word<T> x, double_word<T> y) {
  return x.hi < y.hi || (x.hi == y.hi && x.lo <= y.lo);
}
template <class T> MX_HD bool operator>(double_word<T> x, double_word<T> y) { return y < x; }
template <class T> MX_HD bool operator>=(double_word<T> x, double_word<T> y) { return y <= x; }

/** The parts rounded to integers by `round`, the second only where the first already is one. */
template <class T, class Round> MX_HD double_word<T> round_parts(double_word<T> x, Round round) {
  const T head = round(x.hi);
  if (head != x.hi || !is_ordinary(head)) return {head, T(0)};
  const pair_of<T> z = fast_two_sum(head, T(round(x.lo)));
  return {z.head, z.tail};
}

/** x·2^k: exact unless a part underflows. */
template <class T> MX_HD double_word<T> ldexp(double_word<T> x, int k) {
  const T hi = T(std::ldexp(x.hi, k));
  return is_finite(hi) ? double_word<T>(hi, T(std::ldexp(x.lo, k))) : double_word<T>(hi, T(0));
}

}  // namespace mx_runtime
