// Time on a CPU core: the shortest of several runs, since disturbances only make a run longer. Runs are repeated until the two shortest agree;
// a time for which they never do has not settled, and its row says so. Cycles are those of a chain of integer additions, one cycle each, timed
// next to it, so that changes of the clock rate cancel.
#pragma once

#include <chrono>

#include "../rows.h"

namespace mx_characterize {

/** The two shortest runs of a settled time differ by no more than this. */
constexpr double AGREEMENT = 1.05;
/** A time that has not settled after so many runs, or after this time, is given up. */
constexpr int MOST_RUNS = 12;
constexpr double MOST_EXTRA_NS = 2e9;

/** Whether all times since the last call of this function settled. */
inline bool &all_settled() {
  static bool settled = true;
  return settled;
}
inline bool take_settled() {
  const bool settled = all_settled();
  all_settled() = true;
  return settled;
}

/** The two shortest of the runs so far. */
struct ShortestRuns {
  double first = 1e300, second = 1e300;
  void add(double ns) {
    if (ns < first) second = first, first = ns;
    else if (ns < second) second = ns;
  }
  bool agree() const { return second <= first * AGREEMENT; }
};

template <class Work> double shortest_ns(int repeats, const Work &work) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto since = [&](auto start) { return std::chrono::duration<double, std::nano>(now() - start).count(); };
  ShortestRuns runs;
  work();  // warms up
  double extra_ns = 0;
  for (int done = 0; done < repeats || (!runs.agree() && done < MOST_RUNS && extra_ns < MOST_EXTRA_NS); done++) {
    const auto start = now();
    work();
    const double ns = since(start);
    runs.add(ns);
    if (done >= repeats) extra_ns += ns;
  }
  if (!runs.agree()) all_settled() = false;
  return runs.first;
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

/** A row of a figure that was computed from the times since the last such row. */
inline void emit_timed(const Labels &labels, const char *quantity, double value, const char *unit) { emit(labels, quantity, value, unit, take_settled()); }

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
