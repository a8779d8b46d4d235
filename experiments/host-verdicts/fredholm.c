/* A Fredholm equation of the second kind on the unit interval, u(x) - lambda ∫ K(x, y) u(y) dy = f(x), by Nyström's method with Gauss-Legendre
 * points of panels and the Neumann series, for several right-hand sides. The kernel matrix is computed once and read in every iteration.
 * Prints the mean, the norm and a few values of each solution.
 *   fredholm [points] [iterations]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SOURCES 2
#define PANEL 4

static const double NODES[PANEL] = {-0.86113631159405257522, -0.33998104358485626480, 0.33998104358485626480,
                                    0.86113631159405257522};
static const double WEIGHTS[PANEL] = {0.34785484513745385737, 0.65214515486254614263, 0.65214515486254614263,
                                      0.34785484513745385737};

static void quadrature(double *points, double *weights, int n)
{
  int panels = n / PANEL;
  double width = 1.0 / panels;
  for (int p = 0; p < panels; p++)
    for (int q = 0; q < PANEL; q++) {
      points[p * PANEL + q] = width * (p + 0.5 + 0.5 * NODES[q]);
      weights[p * PANEL + q] = 0.5 * width * WEIGHTS[q];
    }
}

/* matrix[j * n + i] is the weight of point j in the integral at point i. */
static void fill(double *matrix, const double *points, const double *weights, int n)
{
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      double distance = points[i] - points[j];
      double kernel = 1.0 / (1.0 + 30.0 * distance * distance) + 0.2 * points[i] * points[j];
      matrix[(size_t)j * n + i] = weights[j] * kernel;
    }
}

/* integral = matrix · u, column by column, four columns at a time. */
static void integrate(const double *restrict matrix, const double *restrict u, double *restrict integral, int n)
{
  for (int i = 0; i < n; i++) integral[i] = 0.0;
  for (int j = 0; j < n; j += 4) {
    const double *c0 = matrix + (size_t)j * n;
    const double *c1 = c0 + n;
    const double *c2 = c1 + n;
    const double *c3 = c2 + n;
    double u0 = u[j], u1 = u[j + 1], u2 = u[j + 2], u3 = u[j + 3];
    for (int i = 0; i < n; i++) integral[i] += c0[i] * u0 + c1[i] * u1 + c2[i] * u2 + c3[i] * u3;
  }
}

static double source(int which, double x)
{
  return which == 0 ? 1.0 + x * x : exp(-x) * (2.0 + cos(5.0 * x));
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 3600;
  int iterations = argc > 2 ? atoi(argv[2]) : 24;
  if (n < PANEL || n % PANEL != 0 || iterations < 1) {
    fprintf(stderr, "usage: fredholm [points, a multiple of %d] [iterations]\n", PANEL);
    return 2;
  }
  double lambda = 0.6;
  double *points = malloc(n * sizeof(double)), *weights = malloc(n * sizeof(double));
  double *matrix = malloc((size_t)n * n * sizeof(double));
  double *f = malloc(n * sizeof(double)), *u = malloc(n * sizeof(double)), *integral = malloc(n * sizeof(double));
  if (!points || !weights || !matrix || !f || !u || !integral) {
    fprintf(stderr, "fredholm: not enough memory for %d points\n", n);
    return 1;
  }
  quadrature(points, weights, n);
  fill(matrix, points, weights, n);
  for (int which = 0; which < SOURCES; which++) {
    for (int i = 0; i < n; i++) {
      f[i] = source(which, points[i]);
      u[i] = f[i];
    }
    for (int k = 0; k < iterations; k++) {
      integrate(matrix, u, integral, n);
      for (int i = 0; i < n; i++) u[i] = f[i] + lambda * integral[i];
    }
    double mean = 0.0, norm2 = 0.0;
    for (int i = 0; i < n; i++) {
      mean += weights[i] * u[i];
      norm2 += weights[i] * u[i] * u[i];
    }
    printf("source %d  mean %.14e  norm %.14e\n", which, mean, sqrt(norm2));
    for (int i = n / 10; i < n; i += n / 5) printf("  u(%.6f) = %.14e\n", points[i], u[i]);
  }
  free(points);
  free(weights);
  free(matrix);
  free(f);
  free(u);
  free(integral);
  return 0;
}
