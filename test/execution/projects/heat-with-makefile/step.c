#include "step.h"

/* One explicit step of the heat equation on a ring of cells. */
void step(const double *now, double *next, double rate)
{
  for (int i = 0; i < CELLS; i++) {
    double left = now[(i + CELLS - 1) % CELLS];
    double right = now[(i + 1) % CELLS];
    double curvature = left - 2.0 * now[i] + right;
    next[i] = now[i] + rate * curvature;
  }
}
