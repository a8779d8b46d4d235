#include <stdio.h>
int main(void)
{
  double x, weights[3]; float f; int n;
  const char *line = "7 0.1 0.2 0.30000000000000004 ignored 2.5e-1 50%";
  if (sscanf(line, "%d %lf %*lf %lf %*s %5f 50%%", &n, &x, &weights[1], &f) != 4) return 1;
  weights[0] = x * n;
  weights[2] = f * x;
  if (sscanf("nothing", "%lf", &x) == 1) return 2;
  printf("%.17g %.17g %.17g %.17g %.17g\n", x, weights[0], weights[1], weights[2], f);
  return 0;
}
