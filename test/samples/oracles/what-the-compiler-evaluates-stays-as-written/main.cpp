#include <array>
#include <cstdio>
#include <vector>

constexpr double cube(double x) { return x * x * x; }
constexpr double FACTOR = cube(0.3);
constexpr int steps(double x) { return x > 2 ? 3 : 2; }
constexpr float third(float x)
{
  float y = x / 3;
  return y * 0.7f;
}
constexpr float PART = third(0.3f);
static_assert(cube(2.0) == 8.0, "");
static constexpr double mixed(double a, double b)
{
  double c = a * b;
  return c / 3;
}
struct Point {
  double x, y;
  constexpr Point(double a, double b) : x(a / 3), y(b) {}
  constexpr double area() const { return x * y; }
};
constexpr Point CORNER(0.1, 0.7);
template <int N> double times(double x) { return x * N / 3; }
template <class... Terms> double sum(Terms... terms) { return (0.0 + ... + terms); }
template <class... Terms> double scaled(double k, Terms... terms)
{
  double s = 0;
  ((s += terms * k), ...);
  return s;
}

int main()
{
  const int few = 0.5 * 4;
  double a[steps(2.5)] = {0.1, 0.2, 0.7}, b[few] = {0.3, 0.9};
  std::array<double, steps(1)> c = {0.3, 0.9};
  double r = 0.3;
  float f = 0.7f;
  double s = FACTOR / 3 + PART * r + cube(r) + CORNER.area();
  switch (few + 1) {
    case steps(5.0): s += mixed(r, f); break;
    default: s -= 1;
  }
  if constexpr (cube(1.0) > 0) s += times<steps(0.5)>(r);
  Point p(r, f);
  std::printf("%.17g %.9g %.17g %.17g %.17g\n", s, third(f) * f, p.area(), a[1] * b[1], c[0] / c[1]);
  std::printf("%.17g %.17g\n", sum(r, 2, f / 3) + sum(r) + sum(), scaled(r, f, 1, s));
}
