#include <stdio.h>
int main(int argc, char **argv)
{
  double v = 0.1 * argc;
  double a[6] = {0.3, v + 0.7, 2};
  printf("%.17g %.17g %.17g\n", a[0], a[1], a[5]);
  return 0;
}
