#include <string.h>

static double mean(double x)
{
  struct pair { double a, b; } p = {x * 0.3, 0.2}, q;
  memcpy(&q, &p, sizeof(struct pair));
  return (q.a + q.b) / 2;
}

static double other(double x)
{
  struct pair { float b; double a[2]; } p = {0.1f, {x / 3, x * 0.7}};
  struct pair *at = &p;
  return at->a[0] * at->b - at->a[1];
}

#ifdef __cplusplus
extern "C"
#endif
double plain_c(double x) { return mean(x) + other(x); }
