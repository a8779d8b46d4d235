#include <stdatomic.h>
#include <stdio.h>
struct pair { float x, y; };
int main(void)
{
  double x = 0.1, y = 0.7, old, kept = 0.3, m[3] = {0.1, 0.2, 0.3}, *p = m;
  _Atomic double a = 0.5;
  double expected = 0.5;
  struct pair s = {0.1f, 0.2f}, t;
  __atomic_load(&x, &old, __ATOMIC_SEQ_CST);
  __atomic_store(&x, &y, __ATOMIC_SEQ_CST);
  __atomic_exchange(p + 1, &y, &old, __ATOMIC_RELAXED);
  int equal = __atomic_compare_exchange(&m[2], &old, &y, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  int same = atomic_compare_exchange_strong(&a, &expected, 0.9);
  __atomic_load(&s, &t, __ATOMIC_SEQ_CST);
  printf("%.17g %.17g %.17g %d %d %.17g %.9g %.17g\n", x, old, m[1], equal, same, expected, t.y, kept * m[0]);
  return 0;
}
