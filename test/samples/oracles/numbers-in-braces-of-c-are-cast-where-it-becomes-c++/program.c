#include <stdio.h>
struct point { float x, y; double z; int k; };
int main(void) {
  double a = 0.1, b = 0.7, w = 0.3;
  int n = 3;
  long m = 1L << 40;
  float u[2] = {a * b, b}, halves[3] = {0.1, -0.5, n};
  double v[2] = {a * b, b / 3}, counts[3] = {n, m + 1, -2};
  struct point q = {a, b * 2, n * 2, 7}, all[2] = {{.y = b, .z = m}, {1, n}};
  w += a;
  printf("%.17g %.17g %.17g %.17g %.17g %d %.17g\n", u[0], v[0], q.x, q.y, q.z, q.k, w);
  printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", halves[0], halves[2], counts[1], all[0].y, all[0].z, all[1].y);
  return 0;
}
