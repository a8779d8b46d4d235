#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "step.h"
#if __has_include(<mantissa.h>)
#include <mantissa.h>
#else
#define MANTISSA_INPUT(name, pointer, count)
#endif

int main(int argc, char **argv)
{
  int steps = argc > 1 ? atoi(argv[1]) : 4;
  std::vector<double> now(CELLS), next(CELLS);
  for (int i = 0; i < CELLS; i++) now[i] = sin(i * 0.3);
  MANTISSA_INPUT("now", now.data(), CELLS);
  for (int s = 0; s < steps; s++) {
    step(now.data(), next.data(), 0.1);
    now.swap(next);
  }
  for (int i = 0; i < 4; i++) printf("%.17g\n", now[i]);
}
