#include <cstdio>
#include "table.h"

void printRange(const real *range, int n)
{
  real best = range[0];
  for (int i = 1; i < n; ++i)
    if (range[i] > best) best = range[i];
  std::printf("best range %.10f\n", static_cast<double>(best));
}
