#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

struct A { double s; A(double s_) : s(s_) {} };
struct B { double s; B(double s_, int) { s = s_; } };
struct C { double s, t; explicit C(double s_) : s{s_}, t(s_ * 3) {} };
struct Point {
  double x;
  friend Point operator*(double k, const Point &p) { return {k}; }
  friend Point operator+(const Point &p, const Point &q) { return {p.x / 3 + q.x}; }
};

static double now = 0.3;
static double tick(double dt = 0.1) { return now += dt; }
static double set(double to) { double last; return last = now = to; }

int main()
{
  std::vector<A> v;
  v.emplace_back(1.1);
  v.push_back(0.7);
  std::map<int, B> m;
  m.try_emplace(1, 1.1, 2);
  std::optional<C> o;
  o.emplace(1.1);
  auto p = std::make_unique<A>(0.1);
  auto q = std::make_shared<C>(0.9);
  double weights[2] = {0.1, 0.7};
  Point points[2] = {{0.3}, {0.9}};
  Point sum = std::inner_product(weights, weights + 2, points, Point{0.2});
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", v[0].s, v[1].s, m.at(1).s, o->s, o->t);
  std::printf("%.17g %.17g %.17g %.17g\n", p->s, q->s, q->t, sum.x);
  std::printf("%.17g\n", tick());
  std::printf("%.17g %.17g\n", tick(0.7), set(0.1));
}
