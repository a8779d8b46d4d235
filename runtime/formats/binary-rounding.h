// Rounding of a double to fewer bits, once, to nearest, ties to even (IEEE 754-2019 §4.3.1).
//
// Adding and subtracting c = 1.5·2^(e+53−p), e the exponent of x, makes the hardware round at the target's last bit: the sum
// lies in [2^(e+53−p), 2^(e+54−p)), whose doubles are 2^(e+1−p) apart. e is held at the target's smallest normal exponent
// from below (subnormals share its ulp) and at one above the largest from above (all of it overflows).
#pragma once

#include <cstdint>
#include <cstring>

#include "rounded-operations.h"

namespace mx_runtime {

namespace detail {

MX_HD uint64_t bits_of_double(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

MX_HD double double_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace detail

/** x rounded to p significant bits and exponents exponent_min…exponent_max, as a double. */
template <int p, int exponent_min, int exponent_max> MX_HD double round_to_bits(double x) {
  const uint64_t bits = detail::bits_of_double(x);
  int exponent = int((bits >> 52) & 0x7ff) - 1023;
  exponent = exponent < exponent_min ? exponent_min : exponent > exponent_max + 1 ? exponent_max + 1 : exponent;
  const double c = detail::double_of_bits((uint64_t(exponent + 53 - p + 1023) << 52) | (uint64_t(1) << 51));
  const double rounded = sub_rn(add_rn(x, c), c);
  const double largest = (2.0 - 1.0 / double(1 << (p - 1))) * detail::double_of_bits(uint64_t(exponent_max + 1023) << 52);
  const double magnitude = std::fabs(rounded) > largest ? HUGE_VAL : std::fabs(rounded);
  if (x != x) return x;
  return detail::double_of_bits(detail::bits_of_double(magnitude) | (bits & (uint64_t(1) << 63)));
}

/**
 * The double that rounds to any binary format of at most 51 bits as head + tail does, |tail| ≤ ulp(head)/2: rounding to odd
 * (Boldo and Melquiond, IEEE TC 2008). The last bit is set whenever a tail is lost, so a tie is never made up.
 */
MX_HD double round_to_odd(double head, double tail) {
  const uint64_t bits = detail::bits_of_double(head);
  if (tail == 0 || tail != tail || !is_finite(head) || (bits & 1)) return head;
  if (head == 0) return tail;
  return detail::double_of_bits((head > 0) == (tail > 0) ? bits + 1 : bits - 1);
}

}  // namespace mx_runtime
