#include <stdio.h>
extern double sin(double);
extern long double cbrtl(long double);
static double nan = 0.25, y0 = 0.3;
static double __atan2l(double y, double x) { return y / x; }
static double fdim2(double a, double b) { return a > b ? a - b : 0; }
static int min(int a, int b) { return a < b ? a : b; }
int main(void)
{
  double x = 0.1;
  printf("%.17g %.17g %.17g %.17g %d\n", sin(x) + nan, (double) cbrtl(0.125L), __atan2l(x, 0.3) * y0, fdim2(x, 0.03), min(3, 4));
  return 0;
}
