// exp, log, sin, cos and pow where a wider machine format does the work.
//
//   fp32, fp64  the C library's
//   fp16, bf16  by definition: convert to float, call the float function, round to the format. It is what CUDA's hexp, hlog,
//               hsin and hcos approximate (they may differ by an ulp of the format)
//   fp32x2      in double, whose 53 bits exceed the pair's 48, plus the first-order effect of what double cannot hold of x
#pragma once

#include "functions.h"

namespace mx {

#define MX_FUNCTION(f)                                                                   \
  MX_HD float f(float x) { return std::f(x); }                                           \
  MX_HD double f(double x) { return std::f(x); }                                         \
  template <class H, std::enable_if_t<is_narrow<H>, int> = 0> MX_HD H f(H x) {           \
    return convert<H>(float(std::f(float(x))));                                          \
  }
MX_FUNCTION(exp)
MX_FUNCTION(log)
MX_FUNCTION(sin)
MX_FUNCTION(cos)
#undef MX_FUNCTION

MX_HD float pow(float x, float y) { return std::pow(x, y); }
MX_HD double pow(double x, double y) { return std::pow(x, y); }
template <class H, std::enable_if_t<is_narrow<H>, int> = 0> MX_HD H pow(H x, H y) {
  return convert<H>(float(std::pow(float(x), float(y))));
}

namespace detail {

/** value + correction as an fp32x2; the correction is lost, not spread, where the value is not ordinary. */
MX_HD fp32x2 corrected(double value, double correction) {
  return convert<fp32x2>(is_ordinary(value) && is_finite(correction) ? value + correction : value);
}

MX_HD pair_of<double> in_double(fp32x2 x) {
  const pair_of<double> s = fast_two_sum(double(x.hi), double(x.lo));
  return is_finite(s.head) ? s : pair_of<double>{double(x.hi), 0.0};
}

}  // namespace detail

MX_HD fp32x2 exp(fp32x2 x) {
  const pair_of<double> d = detail::in_double(x);
  const double y = std::exp(d.head);
  return detail::corrected(y, y * d.tail);
}
MX_HD fp32x2 log(fp32x2 x) {
  const pair_of<double> d = detail::in_double(x);
  // log 1 is 0, and not ordinary: there the correction is all
  if (d.head == 1) return convert<fp32x2>(d.tail);
  return detail::corrected(std::log(d.head), d.tail / d.head);
}
MX_HD fp32x2 sin(fp32x2 x) {
  const pair_of<double> d = detail::in_double(x);
  return detail::corrected(std::sin(d.head), d.tail * std::cos(d.head));
}
MX_HD fp32x2 cos(fp32x2 x) {
  const pair_of<double> d = detail::in_double(x);
  return detail::corrected(std::cos(d.head), -d.tail * std::sin(d.head));
}
MX_HD fp32x2 pow(fp32x2 x, fp32x2 y) {
  const pair_of<double> a = detail::in_double(x), b = detail::in_double(y);
  const double z = std::pow(a.head, b.head);
  return detail::corrected(z, z * (b.head * (a.tail / a.head) + b.tail * std::log(std::fabs(a.head))));
}

}  // namespace mx
