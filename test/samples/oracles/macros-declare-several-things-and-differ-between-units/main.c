#include <stdio.h>
#define MAIN_PART
#include "image.h"
#define VALUE(type, name) type name##_value = 0.5, *name##_at = &name##_value
#define FIELDS(type, name) type name##_x, name##_y; float name##_z
#define GETTER(name) static double name##_twice(double v) { double t_##name = v * 1.1; return t_##name * 2; } static double name##_third(double v) { return v / 3; }
#define LIST(X) X(alpha) X(beta)
#define DECLARE(n) double n##_total = 0.1; double n##_rest[2] = {0.2, 0.3};
#define BOTH(a, b) double a = 0.7, b = 0.9, a##b = a * b
#define ADD(n) + n##_total * n##_rest[1]
struct P { FIELDS(double, pos); FIELDS(double, vel); };
GETTER(mass)
GETTER(size)
int main(void)
{
  VALUE(double, mass); VALUE(float, size);
  LIST(DECLARE)
  BOTH(left, right);
  struct P p = {0.1, 0.2, 0.3f, 0.4, 0.5, 0.6f};
  *mass_at *= 1.0 / 3; *size_at /= 7;
  printf("%.17g %.9g %.17g\n", mass_value, size_value, mass_twice(mass_value) + size_third(size_value) + mass_third(0.1) + size_twice(0.3));
  printf("%.17g %.17g %.17g\n", 0 LIST(ADD), leftright / left + right, p.pos_x * p.vel_y + p.pos_z * p.vel_z);
  double v[1] = {0.1};
  Image i = {v, 0.7};
  struct Deep d = {{0.1, 0.2}, {0.4}};
  table[0] = 0.1;
  table[1] = third(level);
  printf("%.17g %.17g %.17g\n", work(&i, d), only(level), table[1]);
  return 0;
}
