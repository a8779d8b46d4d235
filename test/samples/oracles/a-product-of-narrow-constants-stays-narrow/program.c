#include <stdio.h>
int main(int argc, char **argv)
{
  double x = 0.1 * argc;
  double y = x / (0.45f * 0.45f + 1.5);
  float z = 0.1f * argc;
  z = z * (1.0 / 3.0) + (1e-2 / 3) * x;
  printf("%.17g %.17g\n", y, z);
  return 0;
}
