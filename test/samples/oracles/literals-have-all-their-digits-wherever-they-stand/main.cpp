// Every way for a literal, with its sign, to come to be a number of the program's.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#define STEP -0.1
#define PICK(c) ((c) ? 0.35 : -0.45)

struct Pair { double m, n; };
struct Point {
  double a = 0.1, b = -0.2, c[2] = {0.3, -0.4};
  Point() {}
  Point(double x) : a(x), b(-0.15) {}
};
template <class T> struct Box {
  T a = 0.1, b{-0.2}, c[2] = {0.3, -0.4};
  T get(T k = -0.6) const { return a * k + b + c[1]; }
};
struct Base {
  double w = -0.15;
  virtual ~Base() {}
  virtual double at(double x) const { return x * w; }
};
struct Derived : Base {
  double q;
  Derived(double given = 0.45) : q(given) { w = -0.65; }
  double at(double x) const override { return x * w + q - 0.1; }
};

static const double gravity = -0.6;
static double table[] = {0.1, -0.2};
double declared(double v, double w = -0.7, double u = 0.3);
double declared(double v, double w, double u) { return v * w + u; }
template <class T> T twice(T v) { return v + v; }
template <class T> T scaled(T v, T w = -0.25) { return v * w; }
double bound(const double &x, const double &y = -0.1) { return x * y; }
auto deduced(int i) { return i ? -0.59 : 0.61; }
double chosen(int i)
{
  switch (i) {
  case 0: return -0.1;
  case 1: return i ? 0.2 : -0.3;
  default: return PICK(i);
  }
}
static double total(std::vector<double> v)
{
  double s = 0;
  for (size_t i = 0; i < v.size(); i++) s += v[i];
  return s;
}

int main(int argc, char **)
{
  double x = argc > 5 ? 0.1 : 0.7, y = (argc, -0.3), z, w;
  z = w = -0.13;
  x += STEP;
  y *= PICK(argc > 1);
  z -= -(argc > 1 ? 0.1 : 0.2);
  w /= -(0.3);
  Point p, q(-0.31);
  Pair r = {-0.17, 0.19};
  Box<double> box;
  std::unique_ptr<Base> base(new Derived(-0.35));
  std::vector<double> v(3, 0.1), u{-0.1, 0.2}, filled(2);
  std::fill(filled.begin(), filled.end(), -0.11);
  u.push_back(-0.2);
  std::array<double, 2> ar{0.37, -0.41};
  std::map<std::string, double> m = {{"a", 0.1}, {"b", -0.2}};
  m["c"] = -0.3;
  std::pair<double, double> both(0.1, -0.2);
  double *heap = new double[2]{0.1, -0.2};
  double grid[2][2] = {{0.1, -0.2}, {-0.3, argc > 3 ? 0.4 : -0.5}};
  static double kept = -0.45;
  kept *= -0.1;
  auto f = [&](double t) -> double { return t > 0 ? -0.47 : 0.53; };
  double t = std::max(x, -0.67) + std::min(-0.71, y) + std::abs(-0.73) + fmax(z, argc ? -0.79 : 0.83) - -0.1;
  t += argc ? 1 : -0.1;
  const double all[] = {x, y, z, w, t, p.a, p.b, p.c[0], p.c[1], q.a, q.b, r.m, r.n, box.a, box.b, box.c[1], box.get(), base->at(-0.7),
                        v[0], u[0], u[2], filled[0], ar[0], ar[1], m["a"], m["b"], m["c"], both.first, both.second, heap[0], heap[1],
                        grid[0][1], grid[1][1], kept, gravity, table[1], f(-0.1), declared(-0.1), declared(0.1, -0.2), twice(-0.1),
                        twice<double>(0.2), twice<double>(argc > 1 ? -0.1 : 0.2), scaled(-0.1), scaled(0.2, -0.3), bound(-0.1),
                        bound(0.1, -0.3), deduced(argc), chosen(0), chosen(1), chosen(2), total({-0.1, 0.2})};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) printf("%.17g\n", all[i]);
  delete[] heap;
}
