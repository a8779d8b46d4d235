#include <stdio.h>
#include <stdlib.h>
#include <math.h>
typedef struct { double w[3]; } cell;
static void axpy(int n, double a, const double *restrict x, double *restrict y) { for (int i = 0; i < n; i++) y[i] += a * x[i]; }
int main(void) {
  int n = 100;
  double *x = malloc(n * sizeof(double)), *y = calloc(n, sizeof *y);
  cell c = {{0.1, 0.2, 0.3}};
  for (int i = 0; i < n; i++) x[i] = sin(0.01 * i) + c.w[i % 3];
  for (int k = 0; k < 10; k++) axpy(n, 0.1, x, y);
  double s = 0.0;
  for (int i = 0; i < n; i++) s += y[i];
  printf("%.17g\n", s);
  free(x); free(y);
  return 0;
}
