#include <stdio.h>
static double factor = 0.3;
static double scale(double x) { return x * factor; }
#include "both.h"
double other(double *a, int n);
int main(void)
{
  double a[5];
  for (int i = 0; i < 5; i++) a[i] = 0.1 + i / 7.0;
  double t = total(a, 5, 1.1), p = product(a, 5, 1.7);
  printf("%.17g %.17g %.17g\n", t, p, other(a, 5));
  return 0;
}
