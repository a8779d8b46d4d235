/* A tridiagonal solve that other builds check, time and spread over processes; this one does none of it. */
#include <stdio.h>
#include <stdlib.h>
#ifdef USING_MPI
#include <mpi.h>
#endif

typedef struct {
  int rows;
  double *diagonal,
#ifdef SCALED
      *scale,
#endif
      *right;
#ifdef VERIFY
  double *exact;
#endif
} System;

static double residual(const System *s, const double *x
#ifdef USING_MPI
                       , MPI_Comm world
#endif
)
{
  double worst = 0.0;
  for (int i = 0; i < s->rows; i++) {
    double r = s->right[i] - s->diagonal[i] * x[i];
    if (i > 0) r += x[i - 1];
    if (i + 1 < s->rows) r += x[i + 1];
    if (r < 0) r = -r;
    if (r > worst) worst = r;
  }
#ifdef USING_MPI
  MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, world);
#endif
  return worst;
}

int main(void)
{
  System s = {24, NULL, NULL};
  double *x = malloc(s.rows * sizeof *x), change = 0.0,
#ifdef VERIFY
      difference = 0.0,
#endif
      total = 0.0;
  s.diagonal = malloc(s.rows * sizeof(double));
  s.right = malloc(s.rows * sizeof(double));
  for (int i = 0; i < s.rows; i++) {
    s.diagonal[i] = 2.5 + 0.1 * (i % 3);
    s.right[i] = 1.0 / (i + 1);
    x[i] = 0.0;
  }
  for (int sweep = 0; sweep < 40; sweep++) {
    change = 0.0;
    for (int i = 0; i < s.rows; i++) {
      double value = s.right[i];
      if (i > 0) value += x[i - 1];
      if (i + 1 < s.rows) value += x[i + 1];
      value /= s.diagonal[i];
      double moved = value - x[i];
      change += moved * moved;
      x[i] = value;
    }
#ifdef VERIFY
    for (int i = 0; i < s.rows; i++) difference += x[i] - s.exact[i];
    printf("%d %g\n", sweep, difference);
#elif defined(TRACE)
    printf("%d %g\n", sweep, change);
#endif
  }
  for (int i = 0; i < s.rows; i++) total += x[i];
#ifdef USING_MPI
  printf("%.15g %.15g\n", total, residual(&s, x, MPI_COMM_WORLD));
#else
  printf("%.15g %.15g %.15g\n", total, change, residual(&s, x));
#endif
  free(x), free(s.diagonal), free(s.right);
  return 0;
}
