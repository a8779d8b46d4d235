/* Its types are written where the type is declared, for every function of that type. */
#include <stdio.h>

typedef double map(double, double);
static map mixed, other;
double plain(double x);

int main(void)
{
  double a = 0.3;
  printf("%.17g %.17g %.17g\n", mixed(a, 0.1), other(a, a), plain(a));
  return 0;
}

static double mixed(double x, double y) { return x * y / 3; }
static double other(double x, double y) { double t = x / 7; return t + y; }
double plain(double x) { return x * 0.7; }
