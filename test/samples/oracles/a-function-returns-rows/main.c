#include <stdio.h>
#include <stdlib.h>

typedef double real;
static real grid[3][4];

static double (*row(int i))[3]
{
  static double t[2][3] = {{.1, .2, .3}, {.4, .5, .6}};
  return &t[i];
}
static real (*all(void))[4] { return grid; }
static real (*make(int n))[4]
{
  real (*p)[4] = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) p[i][j] = i / 3.0 + j * .1;
  return p;
}
static double square(double x) { return x * x / 3; }
static double seventh(double x) { return x / 7; }
static double (*choose(int k))(double) { return k ? square : seventh; }

int main(void)
{
  real (*m)[4] = make(2), (*g)[4] = all();
  g[1][2] = m[1][3] / 3;
  printf("%.17g %.17g %.17g %.17g\n", (*row(1))[2] / 3, m[1][2], grid[1][2], choose(1)(.3) + choose(0)(.1));
  free(m);
  return 0;
}
