#include <stdio.h>
#include <math.h>
#define SIZE_OF(x) (__builtin_types_compatible_p(__typeof__(x), float) ? fabsf(x) + 1e-6 : fabs(x))
#define IS_FLOAT(x) _Generic((x), float: 1, default: 0)

static int own_size(float given) { return sizeof(given); }

int generic(void)
{
  double asked = 0.3;
  float f = 0.3f, g = 0.7f, k = 0.1f, m = 0.2f;
  __auto_type product = f * f;
  const __auto_type copy = g;
  __typeof__(m * 2) third = m / 3;
  printf("%zu %zu %.9g %.9g\n", sizeof product, sizeof(__typeof__(f)), SIZE_OF(f), SIZE_OF(product));
  printf("%d %d %zu %d %d\n", IS_FLOAT(copy * 2), IS_FLOAT(third), sizeof(k * k), own_size(k), (int) sizeof(m) * 2);
  return _Generic(asked, double: 2, float: 1, default: 0) + (int) (asked * 10);
}
