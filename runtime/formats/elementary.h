// exp, log, sin, cos and pow for fp64x2 and fp64x4, by argument reduction and Taylor series in the format itself: no library
// function takes part, so that every compiler and device computes the same bits.
//
//   exp   x = k·ln2 + 2^h·r; expm1(r) by its series, then h times s ← 2s + s² (expm1 of twice the argument)
//   log   x = 2^k·m, m ≈ c = i/16: log m = log c + 2·artanh((m − c)/(m + c))
//   sin   r from argument-reduction.h; the series of sin or cos by quadrant
//   pow   exp(y·log x); by repeated squaring where y is a small integer
// Error bounds, and errors measured against MPFR: test/numerics/error-bounds.ts.
#pragma once

#include "argument-reduction.h"

namespace mx_runtime {
namespace detail {

/** Terms for which the first one left out is below the format's last bit. */
template <class W> struct series_size;
template <> struct series_size<fp64x2> { static constexpr int halvings = 6, exp = 13, log = 11, sin = 28; };
template <> struct series_size<fp64x4> { static constexpr int halvings = 9, exp = 18, log = 21, sin = 46; };

template <class W> constexpr bool has_series = std::is_same<W, fp64x2>::value || std::is_same<W, fp64x4>::value;

/** r + r²·(1/2! + r/3! + …) = e^r − 1 */
template <class W> MX_HD W expm1_series(const W &r) {
  W p = inverse_factorial<W>(series_size<W>::exp);
  for (int i = series_size<W>::exp - 1; i >= 2; i--) p = p * r + inverse_factorial<W>(i);
  return r + r * r * p;
}

/** Σ (−1)^k r^(first+2k)/(first+2k)!, from the term after the leading one: −r^(first+2)/(first+2)! + … */
template <class W> MX_HD W alternating_series(const W &r, int first) {
  const W square = -(r * r);
  int i = series_size<W>::sin - (series_size<W>::sin - first) % 2;
  W p = inverse_factorial<W>(i);
  for (i -= 2; i > first; i -= 2) p = p * square + inverse_factorial<W>(i);
  return p * square;
}

template <class W> MX_HD W sin_series(const W &r) { return r + r * alternating_series(r, 1); }
template <class W> MX_HD W cos_series(const W &r) { return W(1.0) + alternating_series(r, 0); }

/** sin(x + shift·π/2) */
template <class W> MX_HD W sin_shifted(const W &x, int shift) {
  if (!is_finite(head_of(x))) return W(head_of(x) - head_of(x));
  if (head_of(x) == 0 && shift == 0) return x;
  int quadrant;
  const W r = reduce(x, quadrant);
  const int q = (quadrant + shift) & 3;
  const W z = q & 1 ? cos_series(r) : sin_series(r);
  return q & 2 ? -z : z;
}

}  // namespace detail

template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MX_HD W exp(const W &x) {
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

template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MX_HD W log(const W &x) {
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

template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MX_HD W sin(const W &x) { return detail::sin_shifted(x, 0); }
template <class W, std::enable_if_t<detail::has_series<W>, int> = 0> MX_HD W cos(const W &x) { return detail::sin_shifted(x, 1); }

namespace detail {

template <class W> MX_HD W power_by_squaring(W x, unsigned n) {
  W z(1.0);
  for (; n != 0; n >>= 1) {
    if (n & 1) z = z * x;
    x = x * x;
  }
  return z;
}

template <class W> MX_HD W power(const W &x, const W &y) {
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

MX_HD fp64x2 pow(const fp64x2 &x, const fp64x2 &y) { return detail::power(x, y); }
MX_HD fp64x4 pow(const fp64x4 &x, const fp64x4 &y) { return detail::power(x, y); }

}  // namespace mx_runtime
