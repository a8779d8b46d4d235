/* Roots of a few equations by Newton steps with a bracket, in the style of an old numerical library. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

enum equation { CUBIC, COSINE, EXPONENTIAL };

static double value(enum equation which, double x)
{
  double result;
  switch (which) {
  case CUBIC:
    result = x * x * x - 2.0;
    break;
  case COSINE:
    result = cos(x) - x;
    break;
  default:
    result = exp(x) - 3.0;
  }
  return result;
}

static double slope(enum equation which, double x)
{
  switch (which) {
  case CUBIC: return 3.0 * x * x;
  case COSINE: return -sin(x) - 1.0;
  default: break;
  }
  return exp(x);
}

static int find_root(enum equation which, double *root, double low, double high)
{
  double x, step, weight = 0.0;
  int tries = 0;

  x = 0.5 * (low + high);
again:
  step = value(which, x) / slope(which, x);
  x -= step;
  weight += fabs(step);
  if (x < low || x > high) {
    x = x < low ? low : high;
    if (++tries > 20) goto failed;
    goto again;
  }
  if (fabs(step) > 1.0e-13 * weight) goto again;
  *root = x;
  return 0;

failed:
  *root = low;
  return -1;
}

int main(void)
{
  double *roots = malloc(3 * sizeof(double));
  double sum, product;
  int k;

  if (!roots) return EXIT_FAILURE;
  for (k = 0; k < 3; k++)
    if (find_root((enum equation) k, &roots[k], 0.0, 2.0) != 0) fprintf(stderr, "no root %d\n", k);
  for (sum = 0.0, product = 1.0, k = 0; k < 3; sum += roots[k], product *= roots[k], k++)
    ;
  printf("%.15f %.15f\n", sum, product);
  free(roots);
  return EXIT_SUCCESS;
}
