#include <stdio.h>
#include <stdlib.h>

#define T double
#define MEAN mean_of_doubles
#include "mean.inc"
#undef T
#undef MEAN
#define T float
#define MEAN mean_of_floats
#include "mean.inc"

int main(void)
{
  double share = 0.3;
  printf("%.17g %.17g\n", share * mean_of_doubles(200), share * mean_of_floats(200));
  return 0;
}
