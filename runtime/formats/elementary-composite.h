// The composite formats' exponentials, of seed 001 (Gu) §2.3.4, and their other functions.
//
//   exp         formula (3), "float2_BF": e^x = e^value · e^error, each by the machine format's own exponential (the seed's
//               ex2(y·log2 e)), converted to composite and multiplied there
//   exp_taylor  formulas (1) and (2), "float2_TS", after Thall: Σ xⁿ/n!, numerator and factorial kept separately as composites,
//               until a term falls below 10⁻²⁰·e^value. Large arguments overflow the factorial and end in NaN, as the seed says
// The formulas are figures missing from the seed's text: (2) is Thall's own condition, and the last n it gives agrees with the
// seed's Table 2.7 within a tenth for all six ranges and formats (test/numerics/cpp-headers.test.ts).
// log, sin, cos and pow are not in the seeds: they are the machine format's, of value + error.
#pragma once

#include "functions.h"

namespace mx_runtime {

template <class T> MX_HD composite<T> exp(composite<T> x) {
  return composite<T>(T(std::exp(x.value))) * composite<T>(T(std::exp(x.error)));
}

/** The Taylor sum; `last_n`, where given, receives the last term's n (the seed's Table 2.7). */
template <class T> MX_HD composite<T> exp_taylor(composite<T> x, int *last_n = nullptr) {
  const T threshold = T(1e-20 * std::exp(double(x.value)));
  composite<T> sum = composite<T>(T(1)) + x, power = x * x, factorial(T(2)), term = power / factorial;
  T n = 2;
  while (std::fabs(term.value) > threshold) {
    sum = sum + term;
    power = power * x;
    n += 1;
    factorial = factorial * composite<T>(n);
    term = power / factorial;
  }
  if (last_n) *last_n = int(n);
  return sum + term;
}

template <class T> MX_HD composite<T> log(composite<T> x) { return composite<T>(T(std::log(machine_number(x)))); }
template <class T> MX_HD composite<T> sin(composite<T> x) { return composite<T>(T(std::sin(machine_number(x)))); }
template <class T> MX_HD composite<T> cos(composite<T> x) { return composite<T>(T(std::cos(machine_number(x)))); }
template <class T> MX_HD composite<T> pow(composite<T> x, composite<T> y) {
  return composite<T>(T(std::pow(machine_number(x), machine_number(y))));
}

}  // namespace mx_runtime
