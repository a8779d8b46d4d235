#include <stdio.h>
#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define TEMP(v) double CAT(temp_, __LINE__) = (v); total += CAT(temp_, __LINE__) * 0.3;
#define COUNTED(v) { double CAT(count_, __COUNTER__) = (v); float f = (float)(v); total += f; }
#define SQ(x) ((x) * (x))
#define TWICE(body) body body
#define BLOCK(v) { double b = (v); b *= 0.7; total += b; }
#define APPLY(m, x) m(x)
#define MAKE(n, k) static double n(double x) { double t = x * k; return t; }
#define BOTH(m) m(one, 0.1) m(two, 0.2)
#define CALLS(x) one(x) + two(x)
BOTH(MAKE)
static double total;
struct point { double x, y; };
#define POINTS(X) X(p, 0.1) X(q, 0.7)
#define DEF(n, v) static struct point n = {v, v * 2};
#define DEF_ARR(n, v) static double n##_table[3] = {v, v / 3, v * 3};
POINTS(DEF) POINTS(DEF_ARR)
int main(void)
{
  double a = 0.1;
  TEMP(a + 1) 
  TEMP(SQ(SQ(a)))
  COUNTED(a / 3) COUNTED(a / 7)
  TWICE(TWICE(BLOCK(a)))
  APPLY(SQ, APPLY(one, a));
  TWICE(BLOCK(APPLY(SQ, a + 0.1)))
#define ADD(n, v) total += n.x * n.y + n##_table[1] * v;
  POINTS(ADD)
  double r = CALLS(SQ(a));
  printf("%.17g %.17g\n", total, r);
  return 0;
}
