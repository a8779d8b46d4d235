#include <stdio.h>
#define HALF (1.0 / 3)
#define MIX(a, b) ((a) + 0.3 * ((b) - (a)))
#define TWICE(x) ((x) * narrow + (x) * wide)
int main(int argc, char **argv)
{
  float narrow = 0.1f * argc;
  double wide = 0.3 * argc, y = 0.7;
  y = MIX(y, wide) + HALF * y + TWICE(0.1) + TWICE(y);
  printf("%.17g\n", y);
  return 0;
}
