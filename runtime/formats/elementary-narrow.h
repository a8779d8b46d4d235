// exp, log, sin, cos and pow, computed in a machine format of higher precision.
//
//   fp32, fp64  the C library's
//   fp16, bf16  by definition: convert to float, call the float function, round to the format. It is what CUDA's hexp, hlog,
//               hsin and hcos approximate (they may differ by an ulp of the format)
//   fp32x2      in double, whose 53 bits exceed the pair's 48; in fp64x2 where a gap between the parts makes x no double
#pragma once

#include "elementary.h"

namespace mx_runtime {

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
#ifndef MX_WIDE_ONLY
template <class H, std::enable_if_t<is_narrow<H>, int> = 0> MX_HD H pow(H x, H y) {
  return convert<H>(float(std::pow(float(x), float(y))));
}
#endif  // MX_WIDE_ONLY

namespace detail {

/** A pair of floats whose 48 bits lie together is a double; one with a gap between its parts needs fp64x2. */
MX_HD bool is_double(fp32x2 x) { return !is_finite(x.hi) || two_sum(double(x.hi), double(x.lo)).tail == 0; }

}  // namespace detail

#define MX_FUNCTION(f)                                                                                      \
  MX_HD fp32x2 f(fp32x2 x) {                                                                                \
    if (detail::is_double(x)) return convert<fp32x2>(double(std::f(convert<double>(x))));                   \
    return convert<fp32x2>(f(convert<fp64x2>(x)));                                                          \
  }
MX_FUNCTION(exp)
MX_FUNCTION(log)
MX_FUNCTION(sin)
MX_FUNCTION(cos)
#undef MX_FUNCTION

MX_HD fp32x2 pow(fp32x2 x, fp32x2 y) {
  if (detail::is_double(x) && detail::is_double(y)) return convert<fp32x2>(std::pow(convert<double>(x), convert<double>(y)));
  return convert<fp32x2>(pow(convert<fp64x2>(x), convert<fp64x2>(y)));
}

}  // namespace mx_runtime
