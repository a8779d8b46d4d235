// Nanoseconds per iteration of the loops of two-copies.h, as the fastest of several alternating rounds; one line for each pair.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>
#include "two-copies.h"

static double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class High, class Low> using Loop = double (*)(const High *, const Low *, int);

template <class High, class Low>
static void compare(const char *formats, const char *name, Loop<High, Low> converted, Loop<High, Low> copies)
{
  const int n = 1 << 20, rounds = 31; // arrays larger than the second-level cache
  std::vector<High> a;
  std::vector<Low> b;
  for (int i = 0; i < n; i++) a.push_back(High(0.5 + 1e-6 * (i % 1000))), b.push_back((Low) a.back());
  volatile Loop<High, Low> loops[2] = {converted, copies};
  double best[2] = {1e9, 1e9}, result[2] = {0, 0};
  for (int round = 0; round < 2 * rounds; round++) {
    const int which = (round + round / 2) % 2;
    const double start = seconds();
    result[which] = loops[which](a.data(), b.data(), n);
    best[which] = std::min(best[which], seconds() - start);
  }
  std::printf("%s %s %.3f %.3f %d\n", formats, name, 1e9 * best[0] / n, 1e9 * best[1] / n, result[0] == result[1]);
}

template <class High, class Low> static void compareAll(const char *formats)
{
  compare<High, Low>(formats, "changes", changes_converted<High, Low>, changes_copies<High, Low>);
  compare<High, Low>(formats, "lowered", lowered_converted<High, Low>, lowered_copies<High, Low>);
  compare<High, Low>(formats, "constant", constant_converted<High, Low>, constant_copies<High, Low>);
  compare<High, Low>(formats, "memory", memory_converted<High, Low>, memory_copies<High, Low>);
}

int main()
{
  compareAll<double, float>("fp64/fp32");
  compareAll<fp64x2, double>("fp64x2/fp64");
}
