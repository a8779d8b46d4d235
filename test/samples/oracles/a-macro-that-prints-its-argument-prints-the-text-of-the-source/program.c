#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define SHOW(e) printf(#e " = %.17g\n", (double) (e))
#define SHOW_BEHIND(e) SHOW(e)
#define ALL(...) printf("%s: %.17g\n", #__VA_ARGS__, __VA_ARGS__)
#define JOINED(a, b) a##b
#define FACTOR 0.3
#define REQUIRE(e) do { if (!(e)) printf("failed: %s\n", #e); } while (0)
#define DECLARED(t, n, v) t n = v; printf("%s %s = %s\n", #t, #n, #v)
#define TWICE(e) ((e) + (e))
int main(void)
{
  double x = 0.1, y1 = 0.7, *p = malloc(3 * sizeof(double));
  SHOW(x * 0.3);
  SHOW_BEHIND(sqrt(x) + 0.1);
  ALL(x / 3.7);
  SHOW(JOINED(y, 1) * 0.1);
  SHOW(x * FACTOR);
  REQUIRE(x * 0.3 > 0.9);
  p[0] = 0.3;
  SHOW(p[0] * 0.1 + TWICE(x * 0.7));
  DECLARED(double, k, 0.1);
  printf("%.17g\n", TWICE(SHOW(x * 0.3)) + k + TWICE(0.3) * x);
  free(p);
  return 0;
}
