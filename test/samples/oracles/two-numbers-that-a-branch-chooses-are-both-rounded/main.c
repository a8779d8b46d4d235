#include <stdio.h>

typedef struct { double x, y; } Point;

/* Where x and y are floats, g++ 12 leaves out that they are: it has them in one vector. */
static __attribute__((noinline)) void place(Point *p, const double *from, double scale, int i)
{
  double x = 0.7, y = 0.1;
  if (i % 2 == 0) {
    x = from[0] * scale;
    y = from[1] * scale;
  }
  p->x = x;
  p->y = y;
}

int main(void)
{
  double from[2] = {0.14, 0.2333};
  Point p[3];
  for (int i = 0; i < 3; i++) place(&p[i], from, 1 / (i + 3.0), i);
  for (int i = 0; i < 3; i++) printf("%.17g %.17g\n", p[i].x, p[i].y);
  return 0;
}
