#include <math.h>
#include <stdio.h>
static double half(double z) { return z / 2; }
int main(void)
{
  double tiny = 1e-40, big = 1e39, below = -1e-42;
  float declared = 1e-40f;
  volatile double seen = 1e-39;
  printf("%d %d %d %d %d\n", fpclassify(tiny) == FP_SUBNORMAL, isnormal(tiny) != 0, isnormal(tiny * 2) != 0,
         fpclassify(half(tiny)) == FP_SUBNORMAL, fpclassify(declared) == FP_SUBNORMAL);
  printf("%d %d %d %d %d %d\n", isinf(big) != 0, isfinite(big) != 0, signbit(below) != 0, isnormal(seen) != 0,
         fpclassify(1e-310) == FP_SUBNORMAL, isnormal(1e-40) != 0);
  printf("%d %d\n", fpclassify(tiny * 0) == FP_ZERO, ilogb(tiny));
  return 0;
}
