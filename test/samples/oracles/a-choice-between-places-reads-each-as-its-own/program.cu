// Both arms are places of one type, so the choice is a place too, and read as a whole.
#include <cstdio>
static const double table[5] = {0.1, 0.2, 1.0 / 3.0, 1.7, -0.7};

static void run(int n)
{
  double own = 0.3711 * n, wide = 0.7 / n;
  float chosen = (n % 2 == 0 ? table[n % 5] : own);
  double other = n % 3 ? own : (n % 2 ? wide : (table[n % 5]));
  printf("%.17g %.17g\n", chosen, other);
}

int main()
{
  for (int n = 1; n < 12; n++) run(n);
  return 0;
}
