#include <stdio.h>
#include "wide.h"
static float part(int n) { float x = n; return x / 7; }
double plain(double x);
int main(void)
{
  printf("%.17g %.17g\n", part(3), plain(0.1));
  return 0;
}
