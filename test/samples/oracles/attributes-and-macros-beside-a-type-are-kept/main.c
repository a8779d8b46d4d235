#include <stdio.h>
#define REAL double
#define BOUNDARY 32
#define ALIGNED __attribute__((aligned(BOUNDARY)))
#define ALIGN(bytes) __attribute__((aligned(bytes)))
#define FIXED const double
__attribute__((aligned(BOUNDARY))) REAL grid[4], copy[4];
REAL ALIGNED upper[4], lower[4];
static ALIGN(sizeof(double) * 4) REAL left[4], *behind;
_Alignas(64) static double inner[4], outer;
double const static first = 0.3, second = 0.7;
FIXED third = 0.1, fourth = 0.9;
double apart __attribute__((aligned(16))), beside __attribute__((unused)) = 0.3;
static __attribute__((noinline)) REAL product(REAL const a, register FIXED b) { return a * b / 3; }
int main(void)
{
  double /* float */ ALIGNED here = 0.1, *at = &here; // double
  for (int i = 0; i < 4; i++) {
    grid[i] = 0.1 * i;
    copy[i] = grid[i] * 1.1;
    upper[i] = copy[i] / 3;
    lower[i] = upper[i] + grid[i];
    left[i] = lower[i] * 0.7;
    inner[i] = left[i] / 7;
  }
  behind = left;
  outer = behind[1] + behind[3];
  apart = outer / 3 + *at;
  printf("%.17g %.17g %.17g %.17g\n", grid[3], copy[3], upper[3], lower[3]);
  printf("%.17g %.17g %.17g %.17g\n", inner[3], outer, apart, beside);
  printf("%.17g %.17g\n", first * second + third * fourth, product(outer, apart));
  printf("%d %d %d %d", (int)__alignof__(grid), (int)__alignof__(copy), (int)__alignof__(upper), (int)__alignof__(lower));
  printf(" %d %d %d %d\n", (int)__alignof__(left), (int)__alignof__(inner), (int)__alignof__(outer), (int)__alignof__(apart));
  return 0;
}
