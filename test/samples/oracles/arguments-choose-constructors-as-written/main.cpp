#include <cstdio>
#include <string>
#include <vector>
struct Num { double v; const char *how; Num(double x) : v(x), how("D") {} Num(float x) : v(x), how("F") {} Num(int x) : v(x), how("I") {} };
struct Box { Num inner; Num other; Box(double a, float b) : inner(a), other(b * 2) {} };
static Num make(double x) { return x / 3; }
static Num twice(double x) { return {x * 2}; }
static const char *show(const Num &n) { return n.how; }
int main() {
  double x = 0.1, a[2] = {.1, .2}; float f = 0.3f;
  Num n(x), m = x * 3, k{a[1]}, g(f), list[2] = {x, f};
  Box box(x, f);
  std::vector<Num> v; v.push_back(x); v.push_back(Num(f)); v.emplace_back(x * 2);
  Num *h = new Num(x - 1);
  m = a[0];
  std::printf("%s %s %s %s %s %s %s %s\n", n.how, m.how, k.how, g.how, list[0].how, list[1].how, box.inner.how, box.other.how);
  std::printf("%s %s %s %s %s %s %s %s\n", v[0].how, v[1].how, v[2].how, h->how, make(x).how, twice(x).how, show(x), show(a[1] * 2));
  std::printf("%.17g %.17g\n", n.v + m.v + k.v, box.inner.v + h->v);
}
