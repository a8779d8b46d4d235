#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Heat in a square plate with a source, by explicit steps. */
static void step(int n, double c, double h, const double *u, const double *source, double *v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      const int k = i * n + j;
      v[k] = u[k] + c * (u[k - 1] + u[k + 1] + u[k - n] + u[k + n] - 4.0 * u[k]) + h * source[k];
    }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 24;
  const int steps = argc > 2 ? atoi(argv[2]) : 1200;
  const double dx = 1.0 / (n - 1);
  const double c = 0.2;
  const double h = c * dx * dx;
  double *u = malloc((size_t)n * n * sizeof(double));
  double *v = malloc((size_t)n * n * sizeof(double));
  double *source = malloc((size_t)n * n * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      u[i * n + j] = 0.1 * i * dx;
      v[i * n + j] = u[i * n + j];
      source[i * n + j] = 10.0 * sin(3.0 * i * dx) * cos(2.0 * j * dx);
    }
  for (int it = 0; it < steps; it++) {
    step(n, c, h, u, source, v);
    double *t = u;
    u = v;
    v = t;
  }
  for (int i = 0; i < n; i += 5)
    for (int j = 0; j < n; j += 5) printf("%.17g\n", u[i * n + j]);
  free(u);
  free(v);
  free(source);
  return 0;
}
