// Time on a CPU core: the shortest of several runs, since disturbances only make a run longer. Cycles are those of a chain of integer
// additions, one cycle each, timed next to it, so that changes of the clock rate cancel.
#pragma once

#include <chrono>

#include "../rows.h"

namespace mx_characterize {

template <class Work> double shortest_ns(int repeats, const Work &work) {
  double shortest = 1e300;
  for (int repeat = 0; repeat <= repeats; repeat++) {  // the first warms up
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    if (repeat > 0 && taken.count() < shortest) shortest = taken.count();
  }
  return shortest;
}

/** Nanoseconds of a cycle, now. */
inline double cycle_ns() {
  constexpr int ROUNDS = 20000;
  const double ns = shortest_ns(3, [] {
    long x = 0;
    for (int round = 0; round < ROUNDS; round++) {
#define MX_ONE_MORE x += 1; __asm__ volatile("" : "+r"(x));
      MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE
      MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE MX_ONE_MORE
#undef MX_ONE_MORE
    }
  });
  return ns / (16.0 * ROUNDS);
}

/** Makes a compiler believe that somebody looks at `x`. */
template <class T> void keep(const T &x) { __asm__ volatile("" : : "r"(&x) : "memory"); }

/** A 1 that no compiler knows. */
inline double unknown_one() {
  volatile double one = 1;
  return one;
}

inline int vector_bits() {
#if defined(__AVX512F__)
  return 512;
#elif defined(__AVX__)
  return 256;
#else
  return 128;
#endif
}

}  // namespace mx_characterize
