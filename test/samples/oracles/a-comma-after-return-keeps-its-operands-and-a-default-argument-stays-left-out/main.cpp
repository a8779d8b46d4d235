#include <cstdio>

static double area(double r) { return r * r; }
static double area(float a, float b = 2) { return a * b; }

static double g = 0.1, list[3] = {0.1, 0.2, 0.3};
static double f(double x) { return g = x, g / 3; }
static double h(double x, bool c) { return c ? (g += x) : (g -= x), g * 2; }
static double k(double x) { int i = 0; return list[i++] = x, list[i] *= x; }

int main()
{
  double x = 0.1;
  float y = 0.3f;
  std::printf("%.17g %.17g %.17g\n", area(x), area(y, y), area(0.2f, 0.7f));
  double a = f(x), b = h(x, true), c = h(x, false), d = k(x);
  std::printf("%.17g %.17g %.17g %.17g\n", a, b, c, d);
}
