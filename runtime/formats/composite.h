// cmp32x2 and cmp64x2: Taufer's composite precision (CMP) float2 and double2, exactly as the seeds define it: seed 001 (Gu)
// Figure 2.2 and §2.1.3, seed 003 (Nguyen) §2.2. Sums are evaluated from left to right, each operation rounded.
//
//   +: value' = x.value + y.value; t = value' − x.value; error' = x.value − (value' − t) + (y.value − t) + x.error + y.error
//   ×: value' = x.value·y.value; error' = x.value·y.error + x.error·y.value + x.error·y.error
//   ÷: t = 1/y.value; s = t·x.value; diff = x.value − s·y.value; value' = s + t·diff; error' = t·diff
//
// × loses the rounding error of the product and ÷ ignores both errors and counts t·diff twice: less accurate than fp32x2 and
// fp64x2, the formats of the study. Nothing is renormalised; src/numerics/composite.ts describes choices that the seeds leave open.
#pragma once

#include "format-traits.h"
#include "rounded-operations.h"

namespace mx_runtime {

template <class T> struct alignas(2 * sizeof(T)) composite {
  T value, error;

  composite() = default;
  MX_HD constexpr composite(T head, T tail) : value(head), error(tail) {}
  /** Dekker's split, t = 12 for float and 27 for double; {x, 0} where the split would overflow. */
  MX_HD composite(T x) {
    const T p = mul_rn(x, sizeof(T) == 4 ? T(4097) : T(134217729));
    const T head = sub_rn(p, sub_rn(p, x));
    value = is_finite(p) ? head : x;
    error = is_finite(p) ? sub_rn(x, head) : T(0);
  }
  template <class X, std::enable_if_t<converts_implicitly<X, composite> && !std::is_same<X, T>::value, int> = 0>
  MX_HD composite(X x) : composite(convert<composite>(x)) {}
  template <class X, std::enable_if_t<converts_explicitly<X, composite>, int> = 0>
  MX_HD explicit composite(const X &x) : composite(convert<composite>(x)) {}

  template <class X, std::enable_if_t<std::is_arithmetic<X>::value || is_narrow<X>, int> = 0>
  MX_HD explicit operator X() const { return convert<X>(*this); }
};

/** value + error: the machine number that a composite represents (003, Table 3). */
template <class T> MX_HD T machine_number(composite<T> x) { return add_rn(x.value, x.error); }

template <class T> MX_HD composite<T> operator+(composite<T> x, composite<T> y) {
  const T value = add_rn(x.value, y.value);
  const T t = sub_rn(value, x.value);
  const T lost = add_rn(sub_rn(x.value, sub_rn(value, t)), sub_rn(y.value, t));
  return {value, add_rn(add_rn(lost, x.error), y.error)};
}

template <class T> MX_HD composite<T> operator-(composite<T> x) { return {-x.value, -x.error}; }
template <class T> MX_HD composite<T> operator+(composite<T> x) { return x; }
template <class T> MX_HD composite<T> operator-(composite<T> x, composite<T> y) { return x + -y; }

template <class T> MX_HD composite<T> operator*(composite<T> x, composite<T> y) {
  const T cross = add_rn(mul_rn(x.value, y.error), mul_rn(x.error, y.value));
  return {mul_rn(x.value, y.value), add_rn(cross, mul_rn(x.error, y.error))};
}

template <class T> MX_HD composite<T> operator/(composite<T> x, composite<T> y) {
  const T t = div_rn(T(1), y.value);
  const T s = mul_rn(t, x.value);
  const T correction = mul_rn(t, sub_rn(x.value, mul_rn(s, y.value)));
  return {add_rn(s, correction), correction};
}

// Not in the seeds: comparisons, roots and roundings are those of the machine number.
template <class T> MX_HD composite<T> sqrt(composite<T> x) { return composite<T>(sqrt_rn(machine_number(x))); }
template <class T> MX_HD bool operator==(composite<T> x, composite<T> y) { return machine_number(x) == machine_number(y); }
template <class T> MX_HD bool operator!=(composite<T> x, composite<T> y) { return machine_number(x) != machine_number(y); }
template <class T> MX_HD bool operator<(composite<T> x, composite<T> y) { return machine_number(x) < machine_number(y); }
template <class T> MX_HD bool operator<=(composite<T> x, composite<T> y) { return machine_number(x) <= machine_number(y); }
template <class T> MX_HD bool operator>(composite<T> x, composite<T> y) { return machine_number(x) > machine_number(y); }
template <class T> MX_HD bool operator>=(composite<T> x, composite<T> y) { return machine_number(x) >= machine_number(y); }
template <class T, class Round> MX_HD composite<T> round_parts(composite<T> x, Round round) {
  return composite<T>(T(round(machine_number(x))));
}

}  // namespace mx_runtime
