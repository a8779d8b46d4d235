#include <complex.h>
#include <stdio.h>
#include <tgmath.h>

extern void *malloc(unsigned long);
extern void free();

double start = 0.3;
static _Thread_local double running = 0.1;

static float wave(float a, double b)
{
  float c = sin(a) * 2 + b;
  c += exp(a * 0.3f) - pow(a, 2.5);
  return c - sqrt(fabs(a));
}

static double total(const double *v, register int n)
{
  register double sum = 0.0;
  register int i;
  for (i = 0; i < n; i++) sum += v[i] * 0.1;
  n += sum;
  return sum + n;
}

int main(void)
{
  float side = 0.3f, root = sqrt(side);
  double wide = 0.7, *p = (double *)malloc(3 * sizeof(double));
  double complex z = 0.3 + 0.7 * I;
  double area = creal(z) * cimag(z), size = cabs(z);
  float complex w = wide - side * I;
  area += creal(z * z) / 3 - cimagf(w);
  p[0] = 0.1;
  p[1] = cos(side * 3) + log(wide);
  p[2] = p[0] * p[1];
  running += start;
  printf("%.9g %.17g %.17g %.17g\n", root, area, size, p[2]);
  printf("%.9g %.17g %.9g %.17g\n", wave(0.2f, wide), total(p, 3), exp(sin(side)), running);
  free(p);
  return 0;
}
