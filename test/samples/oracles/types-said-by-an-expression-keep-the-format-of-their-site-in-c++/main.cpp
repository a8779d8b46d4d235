// Types said by an expression: each declaration keeps the format of its own site.
#include <cstdio>
#include <vector>

struct P { double x, y; };
static double half(double v) { return v / 2; }
static auto scaled(double a, double b) -> decltype(a * b) { return a * b; }
template <class A, class B> static auto sum(A a, B b) -> decltype(a + b) { return a + b; }

int main()
{
  double x = 0.1, y = 0.7;
  P p{0.3, 0.9};
  decltype(x) t = x / 3, u = t * 7;
  const decltype(p.x) k = p.x * 3;
  decltype(&x) at = &y;
  decltype((x)) same = x;
  decltype(half(x)) h = half(x);
  decltype(x * 2) a[3] = {x, y, t};
  std::vector<decltype(x)> v(3, y);
  float f = 0.3f;
  decltype(f) g = f * 3;
  __typeof__(f) w = g / 7;
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", t, u, k, *at, same);
  std::printf("%.17g %.17g %.17g %.9g %.9g\n", h, a[1] * a[2], v[1], g, w);
  std::printf("%.17g %.17g\n", scaled(x, y), sum(x, f));
  return 0;
}
