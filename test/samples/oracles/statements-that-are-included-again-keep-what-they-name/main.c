#include <stdio.h>
#include <math.h>
#define K 0.25
#define FUN(x) ((x) * 2)
static double t1[] = {
#include "values.inc"
};
#undef K
#define K 1.0 / 3
static double t2[] = {
#include "values.inc"
};
#undef FUN
#define FUN(x) sqrt(x)
int main(void)
{
  double a = 0.4, s = 0, r = 0.9;
  double q = 2, local[] = {
#include "values.inc"
  };
  q *= local[1] + fma(
#include "args.inc"
  );
  {
#include "body.inc"
  }
#undef K
#define K r
#undef FUN
#define FUN(x) fabs(x)
  for (int j = 0; j < 2; j++) {
#include "body.inc"
    r *= 0.3;
  }
  printf("%.17g %.17g\n", s * q, t1[1] + t2[2] + t2[1]);
  return 0;
}
