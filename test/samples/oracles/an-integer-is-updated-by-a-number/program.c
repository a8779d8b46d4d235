#include <stdio.h>
int main(int argc, char **argv)
{
  double x = 0.7 * argc;
  int k = 16777217;
  k += x * 2.5;
  printf("%d\n", k);
  return 0;
}
