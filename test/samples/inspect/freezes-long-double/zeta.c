/* Partial sums of the zeta function, the smallest terms first, with an extended accumulator. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static long double tail(double s, long n)
{
  long double at = n + 0.5L;
  return powl(at, 1.0L - s) / (s - 1.0L);
}

static double zeta(double s, long terms, long double *error)
{
  long double sum = 0.0L;
  double coarse = 0.0;
  for (long k = terms; k >= 1; k--) {
    double term = pow((double) k, -s);
    sum += term;
    coarse += term;
  }
  *error = sum - coarse;
  return (double) (sum + tail(s, terms));
}

int main(int argc, char **argv)
{
  double s = argc > 1 ? atof(argv[1]) : 2.0;
  long double errors[2];
  double value = zeta(s, 100000, &errors[0]);
  double again = zeta(s, 200000, &errors[1]);
  printf("%.15f %.15f\n", value, again);
  printf("rounding of the double sum %.3Le %.3Le\n", errors[0], errors[1]);
  return fabs(value - again) < 1.0e-9 ? 0 : 1;
}
