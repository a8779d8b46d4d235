/* Two-dimensional vortex method: blobs of vorticity move with the velocity that all of them induce (Biot and Savart), by the midpoint
 * rule. Two rotating patches merge. Prints the circulation, the centre of vorticity, the angular impulse and the spread.
 *   vortex [blobs] [steps]
 * Build with -fopenmp; the loop over blocks of targets runs in parallel, and the result does not depend on the number of threads.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 256

/* The velocity at the targets first … first + count - 1. */
static void induce(const double *restrict x, const double *restrict y, const double *restrict strength, int blobs, int first,
                   int count, double core2, double *restrict u, double *restrict v)
{
  double tx[BLOCK], ty[BLOCK], tu[BLOCK], tv[BLOCK];
  for (int i = 0; i < BLOCK; i++) {
    int k = i < count ? first + i : first;
    tx[i] = x[k];
    ty[i] = y[k];
    tu[i] = 0.0;
    tv[i] = 0.0;
  }
  for (int j = 0; j < blobs; j++) {
    double sx = x[j], sy = y[j], gamma = strength[j];
    for (int i = 0; i < BLOCK; i++) {
      double dx = tx[i] - sx;
      double dy = ty[i] - sy;
      double weight = gamma / (dx * dx + dy * dy + core2);
      tu[i] -= weight * dy;
      tv[i] += weight * dx;
    }
  }
  for (int i = 0; i < count; i++) {
    u[first + i] = tu[i];
    v[first + i] = tv[i];
  }
}

static void velocities(const double *x, const double *y, const double *strength, int blobs, double core2, double *u, double *v)
{
#pragma omp parallel for schedule(static)
  for (int first = 0; first < blobs; first += BLOCK) {
    int count = blobs - first < BLOCK ? blobs - first : BLOCK;
    induce(x, y, strength, blobs, first, count, core2, u, v);
  }
}

/* Two patches of vorticity side by side, blobs on spirals of Fermat. */
static void patches(double *x, double *y, double *strength, int blobs)
{
  const double golden = 2.39996322972865332;
  int half = blobs / 2;
  for (int k = 0; k < blobs; k++) {
    int of_patch = k < half ? k : k - half;
    double radius = 0.5 * sqrt((of_patch + 0.5) / half), angle = golden * of_patch;
    double centre = k < half ? -0.7 : 0.7;
    x[k] = centre + radius * cos(angle);
    y[k] = radius * sin(angle);
    strength[k] = (1.0 - 2.0 * radius * radius) / blobs;
  }
}

int main(int argc, char **argv)
{
  int blobs = argc > 1 ? atoi(argv[1]) : 8192;
  int steps = argc > 2 ? atoi(argv[2]) : 4;
  if (blobs < 2 || steps < 1) {
    fprintf(stderr, "usage: vortex [blobs] [steps]\n");
    return 2;
  }
  size_t bytes = blobs * sizeof(double);
  double *x = malloc(bytes), *y = malloc(bytes), *strength = malloc(bytes);
  double *xm = malloc(bytes), *ym = malloc(bytes), *u = malloc(bytes), *v = malloc(bytes);
  if (!x || !y || !strength || !xm || !ym || !u || !v) {
    fprintf(stderr, "vortex: not enough memory for %d blobs\n", blobs);
    return 1;
  }
  patches(x, y, strength, blobs);
  double core2 = 4e-3, dt = 0.05;
  for (int s = 0; s < steps; s++) {
    velocities(x, y, strength, blobs, core2, u, v);
    for (int k = 0; k < blobs; k++) {
      xm[k] = x[k] + 0.5 * dt * u[k];
      ym[k] = y[k] + 0.5 * dt * v[k];
    }
    velocities(xm, ym, strength, blobs, core2, u, v);
    for (int k = 0; k < blobs; k++) {
      x[k] += dt * u[k];
      y[k] += dt * v[k];
    }
  }

  double circulation = 0.0, impulse = 0.0, spread = 0.0, left = 0.0;
  for (int k = 0; k < blobs; k++) {
    double radius2 = x[k] * x[k] + y[k] * y[k];
    circulation += strength[k];
    impulse += strength[k] * radius2;
    spread += sqrt(radius2);
    if (k < blobs / 2) left += x[k];
  }
  printf("circulation      %.12e\n", circulation);
  printf("angular impulse  %.12e\n", impulse);
  printf("mean distance    %.12e\n", spread / blobs);
  printf("left patch       %.12e\n", left / (blobs / 2));
  for (int k = 0; k < blobs; k += blobs / 8) printf("blob %5d       %.12e %.12e\n", k, x[k], y[k]);
  free(x);
  free(y);
  free(strength);
  free(xm);
  free(ym);
  free(u);
  free(v);
  return 0;
}
