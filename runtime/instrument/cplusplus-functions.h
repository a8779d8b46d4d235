/* Functions of C++ only, if the program includes the header that declares them. For every carrier (mx_number). */
#ifndef MANTISSA_INSTRUMENT_CPLUSPLUS_FUNCTIONS_H
#define MANTISSA_INSTRUMENT_CPLUSPLUS_FUNCTIONS_H

#ifdef __cplusplus
#if __cplusplus >= 202002L && (defined(_COMPARE) || defined(_LIBCPP_COMPARE))
MX_BOTH inline std::partial_ordering mx_three_way(int number, const mx_number &a, const mx_number &b)
{
#if MX_MODE < 3
  const char format = mx_computed_in(number);
  MX_COUNT_COMPARISON(number);
  if (MX_IS_FP32(format)) return (float) a <=> (float) b;
  return mx_operand(format, a) <=> mx_operand(format, b);
#else
  return mx_lt(number, a, b)   ? std::partial_ordering::less
         : mx_gt(number, a, b) ? std::partial_ordering::greater
         : mx_eq(number, a, b) ? std::partial_ordering::equivalent
                               : std::partial_ordering::unordered;
#endif
}
#endif

#if __cplusplus >= 201703L && (defined(_GLIBCXX_CMATH) || defined(_LIBCPP_CMATH)) && !(MX_MODE == 2 && MX_NVCC)
#if MX_MODE < 3
#define MX_HYPOT(a, b, c) std::hypot(a, b, c)
MX_MATH_3(hypot3, MX_HYPOT, MX_HYPOT)
#else
inline mx_number mx_math_hypot3(int number, const mx_number &a, const mx_number &b, const mx_number &c)
{
  return mx_math_hypot(number, mx_math_hypot(number, a, b), c);
}
#endif
#endif
#endif

#endif
