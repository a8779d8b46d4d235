#include <cstdio>
static double third(const double &x) { return x / 3; }
int main(int argc, char **argv)
{
  double a = 0.1 * argc;
  const double &r = a * 0.7;
  printf("%.17g %.17g\n", third(a * 0.1), r);
  return 0;
}
