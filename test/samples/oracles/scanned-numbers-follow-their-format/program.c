#include <stdio.h>
#include <stdlib.h>
struct box { double low[3], *high; };
typedef double real;
static double twice();
int main(void)
{
  double x, weights[3]; float f; int n;
  const char *line = "7 0.1 0.2 0.30000000000000004 ignored 2.5e-1 50%";
  if (sscanf(line, "%d %lf %*lf %lf %*s %5f 50%%", &n, &x, &weights[1], &f) != 4) return 1;
  weights[0] = x * n;
  weights[2] = f * x;
  if (sscanf("nothing", "%lf", &x) == 1) return 2;
  printf("%.17g %.17g %.17g %.17g %.17g\n", x, weights[0], weights[1], weights[2], f);
  /* the address is computed, and what is freed has another name */
  double a[3] = {0}, *p = a;
  real *q = malloc(3 * sizeof(real));
  struct box b;
  b.high = q;
  const char *text = "0.7 0.3 0.1";
  sscanf(text, "%lf %lf", a + 1, p + 2);
  for (int i = 0; i < 3; i++) sscanf(text + 4 * i, "%lf", q + i);
  sscanf(text, "%lf %lf", b.low, b.low + 2);
  n = sscanf("0.9 x", "%lf %lf", p, b.high + 1);
  printf("%d %.17g %.17g %.17g %.17g %.17g\n", n, a[0] / 3, a[1], a[2], q[0] + q[1], twice(b.low[2], 1));
  free((char *)q);
  return 0;
}
static double twice(double c, int n) { return c * (n + 1); }
