#include <stdio.h>

void thirds(double *v, int n);
double mean(const double *v, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += v[i];
  return sum / n;
}

int main(void)
{
  double v[4] = {1, 2, 3, 4};
  double before = mean(v, 4) / 7;
  thirds(v, 4);
  for (int i = 0; i < 4; i++) printf("%.17g\n", v[i]);
  printf("%.17g %.17g\n", before, mean(v, 4));
  return 0;
}
