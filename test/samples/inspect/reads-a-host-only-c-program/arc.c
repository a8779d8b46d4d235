/* The length of a rippled arc, by straight pieces between many points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HARMONICS 6

static double ripple(double x)
{
  int k;
  double t, scale = 1.0f;

  t = 0.5 * x;
  for (k = 1; k <= HARMONICS; k++) {
    scale = 2.0 * scale;
    t = t + cos(scale * x) / scale;
  }
  return t;
}

int main(int argc, char *argv[])
{
  long i, n = argc > 1 ? atol(argv[1]) : 500000;
  double before, now, step, length, end;
  const double half_turn = acos(-1.0);

  end = half_turn;
  step = end / (double) n;
  length = 0.0;
  before = ripple(0.0);
  for (i = 1; i <= n; i++) {
    now = ripple(i * step);
    length = length + sqrt(step * step + (now - before) * (now - before));
    before = now;
  }
  printf("%.15f\n", length);
  return 0;
}
