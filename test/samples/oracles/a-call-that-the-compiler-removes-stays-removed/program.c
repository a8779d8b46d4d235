#include <stdio.h>
extern void link_error(void);
static double twice(double x) { return x * 2; }
int main(void)
{
  double x = 0.1;
  if (0.0 == 1.0) link_error();
  if (sizeof(x) != 8 && 0.1 * 3 < 0.1) link_error();
  printf("%.17g\n", twice(x));
  return 0;
}
