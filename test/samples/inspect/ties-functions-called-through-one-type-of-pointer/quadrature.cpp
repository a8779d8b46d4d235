// Integrals of functions chosen at run time: by pointer, from a table, and by qsort's comparison.
#include <cmath>
#include <cstdio>
#include <cstdlib>

typedef double (*Integrand)(double);

static double bell(double x)
{
  double square = x * x;
  return std::exp(-square);
}

static double ramp(double x) { return x < 0.0 ? 0.0 : x; }

static double midpoint(double a, double b) { return 0.5 * (a + b); }

static double integrate(Integrand f, double from, double to, int n)
{
  double h = (to - from) / n;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += f(midpoint(from + i * h, from + (i + 1) * h));
  return h * sum;
}

static int ascending(const void *a, const void *b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;
  return left < right ? -1 : left > right;
}

struct Damping {
  double rate;
  double apply(double x) const { return rate * x; }
  double invert(double x) const { return x / rate; }
};

int main()
{
  Integrand table[2] = {bell, &ramp};
  double results[3];
  double scratch[2];
  for (int k = 0; k < 2; ++k) results[k] = integrate(table[k], -1.0, 2.0, 1000);

  double (Damping::*action)(double) const = &Damping::apply;
  Damping damping = {0.5};
  results[2] = (damping.*action)(results[0]) + damping.invert(1.0e-3);

  scratch[0] = results[0];
  scratch[1] = results[1];
  qsort(results, 3, sizeof(double), ascending);
  std::printf("%.15f %.15f %.15f, first %.3f\n", results[0], results[1], results[2], scratch[0] + scratch[1]);
  return 0;
}
