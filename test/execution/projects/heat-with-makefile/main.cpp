#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "step.h"

int main(int argc, char **argv)
{
  int steps = argc > 1 ? atoi(argv[1]) : 4;
  std::vector<double> now(CELLS), next(CELLS);
  for (int i = 0; i < CELLS; i++) now[i] = sin(i * 0.3);
  for (int s = 0; s < steps; s++) {
    step(now.data(), next.data(), 0.1);
    now.swap(next);
  }
  for (int i = 0; i < 4; i++) printf("%.17g\n", now[i]);
}
