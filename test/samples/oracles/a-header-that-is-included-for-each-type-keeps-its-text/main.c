#include <stdio.h>
static double scale = 1.5;
#define T float
#define FACTOR 2.5f
#include "vec.inc"
#undef T
#undef FACTOR
#define T double
#define FACTOR scale
#include "vec.inc"
#undef T
#undef FACTOR
#define T int
#define FACTOR 3
#include "vec.inc"
static double tail(double x) { double y = x * 0.3; return y + 0.1; }
int main(void)
{
  vec_float f = {{0.1f, 0.2f, 0.3f, 0.4f}, 0.7, 4};
  vec_double d = {{0.1, 0.2, 0.3, 0.4}, 0.9, 3};
  vec_int n = {{1, 2, 3, 4}, 1.1, 4};
  double r = tail(dot_double(&d, &d));
  printf("%.9g %.17g %d\n", dot_float(&f, &f), r, dot_int(&n, &n));
  printf("%.9g %.17g %.17g %.17g\n", log_float.last, log_double.last, log_double.sum, log_int.sum + log_int.last);
  return 0;
}
