// The common interface of all formats in benchmarks, multi-limb ones included: name, construction and error.
#pragma once

#include "multi-limb.h"

namespace mx_characterize {

template <class T> struct name_of {
  static const char *text() { return mx_runtime::format_traits<T>::name(); }
};
template <> struct name_of<limbs32> { static const char *text() { return "limbs32"; } };
template <> struct name_of<limbs64> { static const char *text() { return "limbs64"; } };
template <> struct name_of<limbs128> { static const char *text() { return "limbs128"; } };
template <> struct name_of<limbs256> { static const char *text() { return "limbs256"; } };

template <class T> struct number_of {
  static MX_HD T from(double x) { return mx_runtime::convert<T>(x); }
};
template <int N> struct number_of<multi_limb<N>> {
  static MX_HD multi_limb<N> from(double x) { return limbs_of<N>(x); }
};
template <class T> MX_HD T number(double x) { return number_of<T>::from(x); }

/** The parts of a value: it is their sum. Not for limbs. */
template <class T> struct parts_of {
  static MX_HD void take(const T &x, double (&part)[4]) {
    const mx_runtime::fp64x4 exact = mx_runtime::convert<mx_runtime::fp64x4>(x);
    for (int i = 0; i < 4; i++) part[i] = exact.part[i];
  }
};

/** The value without error, but for the last of 256 bits. NaN or infinite values have none: ask `is_number` first. */
template <class T> MX_HD limbs256 exact(const T &x) {
  double part[4];
  parts_of<T>::take(x, part);
  limbs256 sum = limbs_of<8>(part[0]);
  for (int i = 1; i < 4; i++) sum = sum + limbs_of<8>(part[i]);
  return sum;
}
template <int N> MX_HD limbs256 exact(const multi_limb<N> &x) {
  limbs256 wide = limbs256::zero();
  wide.sign = x.sign;
  wide.exponent = x.exponent;
  for (int i = 0; i < N; i++) wide.limb[8 - N + i] = x.limb[i];
  return wide;
}

template <class T> MX_HD double head(const T &x) {
  double part[4];
  parts_of<T>::take(x, part);
  return part[0];
}
template <int N> MX_HD double head(const multi_limb<N> &x) { return nearest_double(x); }
template <class T> MX_HD bool is_number(const T &x) { return head(x) - head(x) == 0; }

/** The nearest double-word; of a composite format, the sum of its parts. */
template <class T> MX_HD mx_runtime::fp64x2 double_word(const T &x) { return mx_runtime::convert<mx_runtime::fp64x2>(x); }
template <int N> MX_HD mx_runtime::fp64x2 double_word(const multi_limb<N> &x) {
  const double high = nearest_double(x);
  return {high, nearest_double(x - limbs_of<N>(high))};
}

/** |x − reference|; infinities and NaNs propagate. */
template <class T> MX_HD double absolute_error(const T &x, const limbs256 &reference) {
  if (!is_number(x)) return std::fabs(head(x));
  return std::fabs(nearest_double(exact(x) - reference));
}
template <class T> double relative_error(const T &x, const limbs256 &reference) {
  return absolute_error(x, reference) / std::fabs(nearest_double(reference));
}

/** Calls `work` with a number of every format that `T…` names. */
template <class... T, class Work> void for_formats(const Work &work) { (work(T{}), ...); }
/** The formats, lowest precision first. */
template <class Work> void for_every_format(const Work &work) {
  using namespace mx_runtime;
  for_formats<fp16, bf16, fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2, fp64x4>(work);
}
template <class Work> void for_every_length(const Work &work) { for_formats<limbs32, limbs64, limbs128, limbs256>(work); }
template <class Work> void for_all(const Work &work) {
  for_every_format(work);
  for_every_length(work);
}

}  // namespace mx_characterize
