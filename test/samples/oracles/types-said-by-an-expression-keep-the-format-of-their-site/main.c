// Types said by an expression, in declarations and in a macro's body: each keeps the format of its own site.
#include <stdio.h>
#define SQUARE(v) ({ __typeof__(v) v_ = (v); v_ * v_; })
int main(void)
{
  double x = 0.1, y = 0.7;
  __typeof__(x) t = x / 3;
  typeof(x * 2) u = t * 7, *pu = &u;
  const __typeof(double) k = 0.3;
  __typeof__(&x) p = &y;
  __typeof__(x) a[3] = {x, y, t};
  float f = 0.3f;
  typeof(f) g = f * 3;
  double s = SQUARE(y) + SQUARE(f);
  printf("%.17g %.17g %.17g %.17g %.17g %.9g %.17g\n", t, u, *pu * k, *p, a[1] * a[2], g, s);
  return 0;
}
