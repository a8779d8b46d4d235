#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <time.h>
int main(void)
{
  struct timespec t;
  double x = 0.1;
  const int bad = clock_gettime(CLOCK_MONOTONIC, &t);
  printf("%d %.17g\n", bad, x * 3);
  return 0;
}
