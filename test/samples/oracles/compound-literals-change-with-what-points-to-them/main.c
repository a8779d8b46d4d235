#include <stdio.h>
typedef double real;
typedef double two __attribute__((vector_size(16)));
struct point { double x, y; };
static const double *kept = (const double[]){0.1, 0.2};
static void show(const double *w, int n) { for (int i = 0; i < n; i++) printf("%.17g\n", w[i]); }
static double product(const real *w) { return w[0] * w[1]; }
static double norm(struct point p) { return p.x * p.x + p.y * p.y; }
static double first(const struct point *p) { return p->x; }
static double total(two v)
{
  double *lane = (double *)&v;
  return lane[0] + lane[1];
}
static double word(long long bits) { return *(double *)&bits; }
int main(void)
{
  double t = 0.7;
  show((const real[3]){0.1, 0.2, t / 3}, 3);
  double *made = (double[]){[1] = 0.1, 0.9}, *one = &(double){0.1};
  made[0] = 0.6 * t;
  double (*rows)[2] = (double[][2]){{0.1, 0.2}, {0.3, 0.4}};
  const double *both[2] = {(double[]){0.1}, (double[]){0.2}};
  show(made, 3);
  show(rows[1], 2);
  printf("%.17g %.17g %.17g\n", product((double[]){0.3, t}), *one, both[0][0] + both[1][0] + kept[1]);
  printf("%.17g %.17g\n", norm((struct point){.y = 0.1, .x = t}), first(&(struct point){0.3, 0.4}));
  two p = {0.1, 0.4};
  printf("%.17g %.17g\n", total(p), word(0x3fe0000000000000));
  return 0;
}
