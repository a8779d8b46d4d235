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
  MX_HD double_word(X x) : double_word(convert<double_word>(x)) {}
  template <class X, std::enable_if_t<converts_explicitly<X, double_word>, int> = 0>
  MX_HD explicit double_word(const X &x) : double_word(convert<double_word>(x)) {}

  template <class X, std::enable_if_t<std::is_arithmetic<X>::value || is_narrow<X>, int> = 0>
  MX_HD explicit operator X() const { return convert<X>(*this); }
  template <class X, std::enable_if_t<is_half_class<X>, int> = 0> MX_HD explicit operator X() const { return convert_to_half<X>(*this); }
};

namespace detail {

/** A sum that is not finite: the first of its stages that was not. */
template <class T> MX_HD double_word<T> settle_sum(T sum, T renormalised) {
  return {is_finite(sum) ? renormalised : sum, T(0)};
}

// The next two are given every result whose head is not normal; a subnormal one is as it should be.

template <class T> MX_HD double_word<T> settle_product(T product, pair_of<T> z) {
  if (is_ordinary(z.head)) return {z.head, z.tail};
  return {z.head == T(0) || !is_finite(product) ? product : z.head, T(0)};
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
template <class T> MX_HD double_word<T> settle_quotient(double_word<T> x, double_word<T> y, T head, double_word<T> z) {
  if (is_ordinary(z.hi)) return z;
  if (!is_ordinary(head) || !is_finite(y.hi)) return {head, T(0)};
  const T scale = T(1) / T(256);
  const double_word<T> small_x(x.hi * scale, x.lo * scale);
  const double_word<T> small = quotient(small_x, y, div_rn(small_x.hi, y.hi));
  const T hi = small.hi / scale;
  return {hi, is_finite(hi) ? small.lo / scale : T(0)};
}

}  // namespace detail

template <class T> MX_HD double_word<T> operator+(double_word<T> x, double_word<T> y) {
  const pair_of<T> s = two_sum(x.hi, y.hi), t = two_sum(x.lo, y.lo);
  const pair_of<T> v = fast_two_sum(s.head, add_rn(s.tail, t.head));
  const pair_of<T> z = fast_two_sum(v.head, add_rn(t.tail, v.tail));
  if (MX_SPECIAL(z.tail != z.tail)) return detail::settle_sum(s.head, v.head);
  return {z.head, z.tail};
}

template <class T> MX_HD double_word<T> operator-(double_word<T> x) { return {-x.hi, -x.lo}; }
template <class T> MX_HD double_word<T> operator+(double_word<T> x) { return x; }
template <class T> MX_HD double_word<T> operator-(double_word<T> x, double_word<T> y) { return x + -y; }

template <class T> MX_HD double_word<T> operator*(double_word<T> x, double_word<T> y) {
  const pair_of<T> c = two_prod(x.hi, y.hi);
  const T cross = add_rn(mul_rn(x.hi, y.lo), mul_rn(x.lo, y.hi));
  const pair_of<T> z = fast_two_sum(c.head, add_rn(c.tail, cross));
  if (MX_SPECIAL(!is_normal(z.head))) return detail::settle_product(c.head, z);
  return {z.head, z.tail};
}

template <class T> MX_HD double_word<T> operator/(double_word<T> x, double_word<T> y) {
  const T head = div_rn(x.hi, y.hi);
  const double_word<T> z = detail::quotient(x, y, head);
  if (MX_SPECIAL(!is_normal(z.hi))) return detail::settle_quotient(x, y, head, z);
  return z;
}

template <class T> MX_HD double_word<T> sqrt(double_word<T> x) {
  const T head = sqrt_rn(x.hi);
  if (MX_SPECIAL(!is_ordinary(head))) return {head, T(0)};
  const pair_of<T> square = two_prod(head, head);
  const T rest = add_rn(x.lo, sub_rn(sub_rn(x.hi, square.head), square.tail));
  const pair_of<T> z = fast_two_sum(head, div_rn(rest, T(2) * head));
  return {z.head, z.tail};
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
