#include <math.h>
#include <stdio.h>

static double seed = 0.75, calls = 0;
static double draw(void)
{
  calls += 0.5;
  seed = fmod(seed * 1.9 + 0.3, 1.0);
  return seed;
}
static int place(void)
{
  seed = fmod(seed + 0.37, 1.0);
  return seed > 0.5;
}

void in_c(void)
{
  double kept[2] = {draw() - draw(), draw() * seed};
  double *at = kept;
  int i;
  for (i = 0; i < 3; i++) {
    double a = draw() + draw() * 0.5, b = calls * draw() - calls, c = -draw() + draw() * seed;
    kept[place()] = draw();
    kept[place()] = draw() + seed;
    kept[place()] -= draw() * 0.1;
    *(place() ? at : at + 1) *= 1 + draw();
    printf("%.17g %.17g %.17g %.17g %.17g\n", a, b, c, kept[0], kept[1]);
  }
  /* what is known while compiling is no choice */
  {
    double a = (seed < seed ? draw() : seed) + (0.5 - draw()) * draw(), b = (1 ? seed : draw()) * draw();
    double c = (!(seed > seed) && 2 > 1 ? seed : draw()) + draw(), d = ((void) 0, seed) + draw();
    double e = (seed == seed ? seed : draw()) + draw();
    double f = (sizeof(int) == 4 ? seed : draw()) + draw(), row[3] = {seed};
    double g = seed * (sizeof row / sizeof row[0] > 3 ? seed : draw());
    printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", a, b, c, d, e, f, g);
  }
  printf("%.17g %.17g\n", fmin(draw(), seed + draw()), seed < draw() ? draw() - seed : seed - draw());
}
