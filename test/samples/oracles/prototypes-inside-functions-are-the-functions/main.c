#include <stdio.h>
static double first(int n, double *p)
{
  void fill(int n, double *c);
  fill(n, p);
  return p[0];
}
static double last(int n, double *p)
{
  void fill(int n, double *c);
  double scaled(double), elsewhere(int n, const double *c);
  extern double factor;
  extern double steps[];
  fill(n, p);
  return scaled(p[n - 1]) * factor + elsewhere(n, p) + steps[1];
}
void fill(int n, double *c)
{
  for (int i = 0; i < n; i++) c[i] = 0.1 * (i + 1);
}
double factor = 0.3;
double scaled(double x) { return x / 3; }
int main(void)
{
  double a[4];
  printf("%.17g %.17g\n", first(4, a), last(4, a));
  return 0;
}
