#include <cstdio>
#define NAME Grow
#define OP *
#define BOTH run_grow
#include "same.inc"
#undef NAME
#undef OP
#undef BOTH
#define NAME Shift
#define OP +
#define BOTH run_shift
#include "same.inc"
int main() {
  double x[3] = {0.1, 0.7, 1.3};
  Grow g(0.3); Shift s(0.9);
  double a = run_grow(g, x, 3), b = run_shift(s, x, 3);
  std::printf("%.17g %.17g %.9g\n", a, b, g.mix(1.5f, 0.5f));
}
