#include <stdio.h>
static float weights[2] = {0.1, 0.7};
static double total = 0.1;
int main(int argc, char **argv)
{
  for (int i = 0; i < 3; i++) weights[i % 2] += 0.1 * argc;
  total += weights[0];
  printf("%.17g %.17g\n", weights[0], total);
  return 0;
}
