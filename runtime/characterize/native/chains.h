// Timed chains of one operation; a test checks their machine code.
#pragma once

#include "../steps.h"

namespace mx_characterize {

/** Enough of them to keep every vector unit busy for as long as an operation takes. */
template <class T> constexpr int CHAINS = sizeof(T) <= 4 ? 128 : sizeof(T) <= 8 ? 64 : 16;

/** Operations of hundreds of cycles are calls, compiled once. */
template <class T, class Op> __attribute__((noinline)) T called(T x, const Constants<T> &c) { return Op::template step<T>(x, c); }
template <class T, class Op> T next(T x, const Constants<T> &c) {
  if constexpr (sizeof(T) > sizeof(double) && Op::is_long) return called<T, Op>(x, c);
  else return Op::template step<T>(x, c);
}

template <class T, class Op> __attribute__((noinline)) void advance(T &x, const Constants<T> &c, int steps) {
  T own = x;
  for (int step = 0; step < steps; step++) own = next<T, Op>(own, c);
  x = own;
}

template <class T, class Op> __attribute__((noinline)) void advance_all(T (&x)[CHAINS<T>], const Constants<T> &c, int steps) {
  for (int step = 0; step < steps; step++)
    for (int chain = 0; chain < CHAINS<T>; chain++) x[chain] = next<T, Op>(x[chain], c);
}

}  // namespace mx_characterize
