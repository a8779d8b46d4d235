/* Acoustic waves in a layered medium: the second-order wave equation on a square, leapfrog in time, five points in space.
 * A Ricker wavelet is the source; receivers below the surface record the pressure. Prints the rms pressure of each receiver, the
 * largest pressure and the energy at the end.
 *   wave [cells per side] [steps]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RECEIVERS 8

static double ricker(double t, double frequency)
{
  double a = 3.14159265358979323846 * frequency * (t - 1.0 / frequency);
  return (1.0 - 2.0 * a * a) * exp(-a * a);
}

/* The squared Courant number of each cell: three layers, the lowest one with a velocity that grows with depth. */
static void layers(double *courant2, int n, double dt, double h)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double depth = (double)i / n, dip = 0.05 * j / n;
      double velocity = depth < 0.25 + dip ? 1500.0 : depth < 0.5 - dip ? 2200.0 : 2600.0 + 900.0 * (depth - 0.5);
      double c = velocity * dt / h;
      courant2[(size_t)i * n + j] = c * c;
    }
}

/* One step in time: the next pressure replaces the previous one. */
static void step(double *restrict previous, const double *restrict now, const double *restrict courant2, int n)
{
  for (int i = 1; i < n - 1; i++) {
    const double *row = now + (size_t)i * n;
    const double *above = row - n;
    const double *below = row + n;
    const double *c2 = courant2 + (size_t)i * n;
    double *next = previous + (size_t)i * n;
    for (int j = 1; j < n - 1; j++) {
      double laplacian = above[j] + below[j] + row[j - 1] + row[j + 1] - 4.0 * row[j];
      next[j] = 2.0 * row[j] - next[j] + c2[j] * laplacian;
    }
  }
}

/* Kinetic and potential energy, up to the density. */
static double energy(const double *before, const double *now, const double *courant2, int n)
{
  double total = 0.0;
  for (int i = 1; i < n - 1; i++) {
    double of_row = 0.0;
    for (int j = 1; j < n - 1; j++) {
      size_t k = (size_t)i * n + j;
      double rate = now[k] - before[k];
      double right = now[k + 1] - now[k], down = now[k + n] - now[k];
      of_row += rate * rate / courant2[k] + right * right + down * down;
    }
    total += of_row;
  }
  return 0.5 * total;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 1800;
  int steps = argc > 2 ? atoi(argv[2]) : 40;
  if (n < 100 || steps < 1) {
    fprintf(stderr, "usage: wave [cells per side, at least 100] [steps]\n");
    return 2;
  }
  double h = 5.0, dt = 0.45 * h / 3050.0, frequency = 0.05 / dt;
  size_t cells = (size_t)n * n;
  double *before = calloc(cells, sizeof(double));
  double *now = calloc(cells, sizeof(double));
  double *courant2 = malloc(cells * sizeof(double));
  if (!before || !now || !courant2) {
    fprintf(stderr, "wave: not enough memory for %d x %d cells\n", n, n);
    return 1;
  }
  layers(courant2, n, dt, h);

  /* The pressure begins as a smooth bump, so that there is something to see everywhere from the first step on. */
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double x = (double)j / n, y = (double)i / n;
      double p = sin(9.0 * x) * sin(7.0 * y) * x * (1.0 - x) * y * (1.0 - y);
      now[(size_t)i * n + j] = p;
      before[(size_t)i * n + j] = p;
    }

  double squares[RECEIVERS] = {0.0};
  int source = (n / 3) * n + n / 2;
  for (int s = 0; s < steps; s++) {
    now[source] += 0.1 * ricker(s * dt, frequency);
    step(before, now, courant2, n);
    double *next = before;
    before = now;
    now = next;
    for (int r = 0; r < RECEIVERS; r++) {
      double p = now[(size_t)(n / 4) * n + (size_t)(r + 1) * n / (RECEIVERS + 1)];
      squares[r] += p * p;
    }
  }

  for (int r = 0; r < RECEIVERS; r++) printf("receiver %d  rms %.12e\n", r, sqrt(squares[r] / steps));
  double largest = 0.0;
  for (size_t k = 0; k < cells; k++) {
    double magnitude = fabs(now[k]);
    if (magnitude > largest) largest = magnitude;
  }
  printf("largest     %.12e\n", largest);
  printf("energy      %.12e\n", energy(before, now, courant2, n));
  free(before);
  free(now);
  free(courant2);
  return 0;
}
