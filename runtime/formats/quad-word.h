// fp64x4: the unevaluated sum of four doubles, each at most half an ulp of the one before it; u = 2^−53.
//
// After Hida, Li and Bailey, "Library for double-double and quad-double arithmetic" (2007), in the accurate form: every term
// down to order u³ is summed without error, and the dropped terms are below the last part's last bit.
//   +, −  merge the eight parts by magnitude, distil, keep four
//   ×     partial products a_i·b_j of order i+j ≤ 3 with their errors, those of order 4 rounded, summed order by order
//   ÷     long division by doubles, five quotient digits; √: Heron's correction twice
// The bound for a sum or product of four-part expansions renormalised this way is 2^−208 (Joldes, Marty, Muller, Popescu,
// IEEE TC 65(4), 2016: 2^−(p−1)n with n = 4); ÷ and √ follow from it. src/numerics/quad-word.ts computes the same.
#pragma once

#include "error-free-transforms.h"
#include "format-traits.h"

namespace mx_runtime {

struct alignas(16) fp64x4 {
  double part[4];

  fp64x4() = default;
  /** Four parts that already are a quad-word. */
  MX_HD constexpr fp64x4(double a, double b, double c, double d) : part{a, b, c, d} {}
  MX_HD constexpr fp64x4(double x) : part{x, 0, 0, 0} {}
  template <class X, std::enable_if_t<converts_implicitly<X, fp64x4> && !std::is_same<X, double>::value, int> = 0>
  MX_HD constexpr fp64x4(X x) : fp64x4(convert<fp64x4>(x)) {}

  template <class X, std::enable_if_t<std::is_arithmetic<X>::value || is_narrow<X>, int> = 0>
  MX_HD explicit operator X() const { return convert<X>(*this); }
  template <class X, std::enable_if_t<is_half_class<X>, int> = 0> MX_HD explicit operator X() const { return convert_to_half<X>(*this); }
};

namespace detail {

/** Sums from the last term to the first, leaving the rounding errors in place. */
template <int n> MX_HD void distil(double (&terms)[n]) {
  MX_UNROLL
  for (int i = n - 2; i >= 0; i--) {
    const pair_of<double> s = two_sum(terms[i], terms[i + 1]);
    terms[i] = s.head;
    terms[i + 1] = s.tail;
  }
}

/** The first four non-overlapping parts of a sum of terms sorted by magnitude (overlaps allowed). */
template <int n> MX_HD fp64x4 renormalise(double (&terms)[n]) {
  distil(terms);
  double parts[5] = {0, 0, 0, 0, 0};
  int count = 0;
  double carry = terms[0];
  MX_UNROLL
  for (int i = 1; i < n; i++) {
    const pair_of<double> s = fast_two_sum(carry, terms[i]);
    const bool kept = s.tail != 0;
    // selects over constant indices instead of parts[count] keep the array in registers on a GPU
    MX_UNROLL
    for (int k = 0; k < 5; k++) parts[k] = kept && k == count ? s.head : parts[k];
    count += kept;
    carry = kept ? s.tail : s.head;
  }
  MX_UNROLL
  for (int k = 0; k < 5; k++) parts[k] = k == count ? carry : parts[k];
  // two more passes bring each part within half an ulp of the one before
  distil(parts);
  const pair_of<double> a = fast_two_sum(parts[0], parts[1]);
  const pair_of<double> b = fast_two_sum(a.tail, parts[2]);
  const pair_of<double> c = fast_two_sum(b.tail, parts[3]);
  return {a.head, b.head, c.head, add_rn(c.tail, parts[4])};
}

/** The result where the heads' own result is not an ordinary number, or the expansion overflowed on the way. */
MX_HD fp64x4 settle(fp64x4 z, double heads) {
  if (!MX_UNLIKELY(!is_ordinary(z.part[0]))) return z;
  if (z.part[0] == 0 || !is_finite(heads)) return {heads, 0, 0, 0};
  return {heads < 0 ? -HUGE_VAL : HUGE_VAL, 0, 0, 0};
}

/** Sums one order of partial products to its first term and passes the rounding errors to the next order. */
template <int n, int m> MX_HD double sum_order(double (&terms)[n], double (&next)[m], int from) {
  distil(terms);
  MX_UNROLL
  for (int i = 1; i < n; i++) next[from + i - 1] = terms[i];
  return terms[0];
}

MX_HD fp64x4 times_double(const fp64x4 &x, double y) {
  const pair_of<double> p0 = two_prod(x.part[0], y), p1 = two_prod(x.part[1], y);
  const pair_of<double> p2 = two_prod(x.part[2], y), p3 = two_prod(x.part[3], y);
  double o1[2] = {p1.head, p0.tail}, o2[3] = {p2.head, p1.tail, 0}, o3[4] = {p3.head, p2.tail, 0, 0};
  double o4[4] = {p3.tail, 0, 0, 0};
  const double s1 = sum_order(o1, o2, 2), s2 = sum_order(o2, o3, 2), s3 = sum_order(o3, o4, 1);
  double s4 = 0;
  MX_UNROLL
  for (double term : o4) s4 = add_rn(s4, term);
  double terms[5] = {p0.head, s1, s2, s3, s4};
  return renormalise(terms);
}

}  // namespace detail

MX_HD constexpr fp64x4 operator-(const fp64x4 &x) { return {-x.part[0], -x.part[1], -x.part[2], -x.part[3]}; }
MX_HD fp64x4 operator+(const fp64x4 &x) { return x; }

MX_OUTLINED MX_HD fp64x4 operator+(const fp64x4 &x, const fp64x4 &y) {
  // a bitonic merge: x descending, y ascending, then compare-exchanges at distance 4, 2, 1
  double terms[8] = {x.part[0], x.part[1], x.part[2], x.part[3], y.part[3], y.part[2], y.part[1], y.part[0]};
  MX_UNROLL
  for (int distance = 4; distance > 0; distance /= 2) {
    MX_UNROLL
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

MX_HD fp64x4 operator-(const fp64x4 &x, const fp64x4 &y) { return x + -y; }

MX_OUTLINED MX_HD fp64x4 operator*(const fp64x4 &x, const fp64x4 &y) {
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
  MX_UNROLL
  for (double term : o4) s4 = add_rn(s4, term);
  double terms[5] = {p00.head, s1, s2, s3, s4};
  return detail::settle(detail::renormalise(terms), p00.head);
}

namespace detail {

MX_HD fp64x4 scaled(const fp64x4 &x, double by) {
  return {x.part[0] * by, x.part[1] * by, x.part[2] * by, x.part[3] * by};
}

MX_HD fp64x4 quotient(const fp64x4 &x, const fp64x4 &y) {
  double digits[5];
  fp64x4 rest = x;
  MX_UNROLL
  for (int k = 0; k < 5; k++) {
    digits[k] = div_rn(rest.part[0], y.part[0]);
    if (k < 4) rest = rest - times_double(y, digits[k]);
  }
  return renormalise(digits);
}

}  // namespace detail

MX_OUTLINED MX_HD fp64x4 operator/(const fp64x4 &x, const fp64x4 &y) {
  const double head = div_rn(x.part[0], y.part[0]);
  const fp64x4 z = detail::quotient(x, y);
  if (!MX_UNLIKELY(!is_ordinary(z.part[0]))) return z;
  if (!is_ordinary(head) || !is_finite(y.part[0])) return {head, 0, 0, 0};
  // a dividend so near overflow that y·(x/y) is infinite
  const fp64x4 small = detail::scaled(detail::quotient(detail::scaled(x, 0x1p-8), y), 0x1p8);
  return is_finite(small.part[0]) ? small : fp64x4(small.part[0], 0, 0, 0);
}

MX_OUTLINED MX_HD fp64x4 sqrt(fp64x4 x) {
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
 * differ clearly, or are not finite, decide alone.
 */
MX_HD double compare(const fp64x4 &x, const fp64x4 &y) {
  const double apart = sub_rn(x.part[0], y.part[0]);
  if (std::fabs(apart) > std::fabs(x.part[0]) * 0x1p-50) return apart;
  if (x.part[0] == y.part[0] && !is_finite(x.part[0])) return 0;
  return (x - y).part[0];
}
MX_HD bool operator==(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) == 0; }
MX_HD bool operator!=(const fp64x4 &x, const fp64x4 &y) { return !(compare(x, y) == 0); }
MX_HD bool operator<(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) < 0; }
MX_HD bool operator<=(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) <= 0; }
MX_HD bool operator>(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) > 0; }
MX_HD bool operator>=(const fp64x4 &x, const fp64x4 &y) { return compare(x, y) >= 0; }

template <class Round> MX_HD fp64x4 round_parts(const fp64x4 &x, Round round) {
  double parts[4] = {round(x.part[0]), 0, 0, 0};
  if (!is_ordinary(x.part[0])) return {parts[0], 0, 0, 0};
  MX_UNROLL
  for (int i = 0; i < 3 && parts[i] == x.part[i]; i++) parts[i + 1] = round(x.part[i + 1]);
  const double head = parts[0];
  return detail::settle(detail::renormalise(parts), head);
}

MX_HD fp64x4 ldexp(const fp64x4 &x, int k) {
  const double head = std::ldexp(x.part[0], k);
  if (!is_finite(head)) return {head, 0, 0, 0};
  return {head, std::ldexp(x.part[1], k), std::ldexp(x.part[2], k), std::ldexp(x.part[3], k)};
}

}  // namespace mx_runtime
