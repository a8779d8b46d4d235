#include <math.h>
#include "state.h"

static double total;

double largest_speed(const double *values, int n)
{
  double fastest = 0.0;
  for (int i = 0; i < n; i++) {
    double speed = sqrt(fabs(values[i]));
    if (speed > fastest) fastest = speed;
  }
  return fastest;
}

void advance(int steps)
{
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < CELLS - 1; i++) flux[i] = 0.5 * (density[i] + density[i + 1]);
    for (int i = 1; i < CELLS - 1; i++) density[i] -= dt * (flux[i] - flux[i - 1]);
    dt = courant / largest_speed(density, CELLS) * 1.0e-2;
    total += dt;
    if (total < library_tolerance) break;
  }
}
