#include <stdio.h>
#include <stdlib.h>
#ifdef VERIFY
#include "verify.h"
#endif
typedef double real;
#define TWICE(x) ((x) + (x))
#define NUDGED(v, i) (v[i] * 1.1 + 0.1)

static real norm(const real *x, int n)
{
  real sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sum;
}

static void scale(real *x, int n, real by)
{
#ifdef VERIFY
  real before = norm(x, n);
#endif
  for (int i = 0; i < n; i++) x[i] = NUDGED(x, i) * by + TWICE(x[i]);
#ifdef VERIFY
  printf("%.17g before, %.17g after\n", before, norm(x, n));
#endif
}

#ifdef VERIFY
static double compare(const real *x, const real *want, int n)
{
  real worst = 0;
  for (int i = 0; i < n; i++)
    if (x[i] - want[i] > worst) worst = x[i] - want[i];
  return worst;
}
#endif

int main(void)
{
  int n = 8;
  real *a = (real *)malloc(n * sizeof(real));
#ifdef VERIFY
  real *want = (real *)malloc(n * sizeof(real));
  real *kept = a;
#endif
  for (int i = 0; i < n; i++) a[i] = 1.0 / (i + 3);
  scale(a, n, 0.3);
#ifdef VERIFY
  for (int i = 0; i < n; i++) want[i] = TWICE(1.0 / (i + 3)) + NUDGED(a, i);
  printf("worst %.17g\n", compare(kept, want, n));
  show(a, n);
#else
  printf("not verified\n");
#endif
  printf("%.17g\n", norm(a, n));
  free(a);
  return 0;
}
