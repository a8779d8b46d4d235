// Arithmetic intensity (Nguyen 6): one number is loaded, n additions or multiplications follow on 16 chains that do not depend on each
// other, one number is stored. Below which n does a higher precision cost no time?
#pragma once

#include "numbers.h"

namespace mx_characterize {

constexpr int INTENSITY_CHAINS = 16;
/** 1, then full rounds of 16. */
constexpr int INTENSITIES[] = {1, 16, 48, 96, 496, 1008, 4992, 10000};

struct Addition {
  static constexpr const char *words = "add";
  template <class T> static MX_HD T of(T y, T x) { return y + x; }
  template <class T> static MX_HD T next(T x, T one) { return x + one; }
};
struct Multiplication {
  static constexpr const char *words = "mul";
  template <class T> static MX_HD T of(T y, T x) { return y * x; }
  /** Factors about 1: what they come to stays a number for every n. */
  template <class T> static MX_HD T next(T x, T one) { return x * one; }
};

template <class T, class Op> MX_HD T intense(T first, T one, int operations) {
  T x[INTENSITY_CHAINS], y[INTENSITY_CHAINS];
  x[0] = first;
  MX_UNROLL
  for (int chain = 1; chain < INTENSITY_CHAINS; chain++) x[chain] = Op::next(x[chain - 1], one);
  MX_UNROLL
  for (int chain = 0; chain < INTENSITY_CHAINS; chain++) y[chain] = one;
  const int rounds = operations / INTENSITY_CHAINS;
  for (int round = 0; round < rounds; round++) {
    MX_UNROLL
    for (int chain = 0; chain < INTENSITY_CHAINS; chain++) y[chain] = Op::of(y[chain], x[chain]);
  }
  if (operations % INTENSITY_CHAINS != 0) y[0] = Op::of(y[0], x[0]);
  T sum = y[0];
  MX_UNROLL
  for (int chain = 1; chain < INTENSITY_CHAINS; chain++) sum = sum + y[chain];
  return sum;
}

}  // namespace mx_characterize
