#include <cstdio>
#include <cmath>
#include <cstdlib>
typedef double real;
struct P { real x, v; };
const int N = 1000;
real third = 0.1;
real f(real x) { return std::sqrt(x) * 0.3 + x / 7; }
int main() {
  real *a = (real *)malloc(N * sizeof(real));
  real sum = 0;
  P p[4];
  for (int i = 0; i < 4; i++) { p[i].x = 0.1 * i; p[i].v = 0; }
  for (int i = 0; i < N; i++) a[i] = 1.0 / (i + 1);
  for (int i = 0; i < N; i++) sum += a[i] * third;
  for (int i = 0; i < 4; i++) { p[i].v += f(p[i].x) - 1e-3; sum = fmax(sum, p[i].v) + std::pow(p[i].x, 2); }
  if (sum > 3) sum -= 1;
  int k = sum * 10;
  printf("%.17g %d %g\n", sum, k, fabs(-sum) > 1 ? sum : 0.1);
  free(a);
}
