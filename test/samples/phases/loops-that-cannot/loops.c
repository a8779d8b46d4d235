#include <stdio.h>
#include <stdlib.h>

static double x = 1.0;

static void relax(int times) {
  for (int i = 0; i < times; i++) x = 0.5 * (x + 2.0 / x);
}

static double sweep(double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = 0.25 * a[i] + 0.125 * a[(i + 1) % n] + x;
    sum += a[i];
  }
  return sum;
}

int main(void) {
  double a[64];
  for (int i = 0; i < 64; i++) a[i] = i;
  for (int outer = 0; outer < 3; outer++)
    for (int it = 0; it < 20; it++) {
      if (sweep(a, 64) > 1e9) return 1;
    }
  relax(5);
  printf("%.17g\n", a[3] + x);
  return 0;
}
