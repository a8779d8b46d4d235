#include <math.h>
#include <stdio.h>
/* <math.h> of C89 declares functions of double alone: a call of sqrtf would return an int. */
static double root(double x)
{
  double y = sqrt(x) * 0.3;
  return fabs(y - pow(x, 0.7));
}
int main(void)
{
  double total = 0, part = 0.1;
  int i;
  for (i = 0; i < 5; i++) {
    part = part * 1.7;
    total += root(part) + sin(part) / 3;
  }
  printf("%.17g %.17g\n", total, part);
  return 0;
}
