#include <stdio.h>
#include <stdlib.h>
typedef double *vector;
typedef float *fvector;
typedef double **matrix;
struct two { vector p, q; int n; };
static void set(const vector v, int n) { for (int i = 0; i < n; i++) v[i] = 0.1 * i; }
static double first(vector const v) { return v[0] + v[1]; }
int main(void) {
  double t[3] = {0.1, 0.2, 0.3}, u[3] = {0.4, 0.5, 0.6}, w[3] = {0.7, 0.8, 0.9};
  vector x = t, y = u, z = w;
  float f[2] = {0.25f, 0.75f}, g[2] = {0.5f};
  fvector p = f, q = g, *r = &p;
  matrix m = &x, n = &z;
  const vector fixed = t;
  struct two s = {x, y, 3};
  fixed[0] = 0.3;
  set(y, 3);
  for (vector a = s.p, b = s.q; a != s.p + 3; a++, b++) *a += *b / 3;
  printf("%.17g %.17g %.17g %.17g %.17g\n", x[1], y[2], z[1], first(x), s.q[1]);
  printf("%.17g %.17g %.17g %.17g\n", p[1], q[0] * (*r)[0], m[0][2], (*n)[1]);
  return 0;
}
