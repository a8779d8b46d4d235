#include <cmath>
#include <cstdio>

double root(double x)
{
  double y = x;
  for (int k = 0; k < 20; k++) y = 0.5 * (y + x / y);
  return y;
}

const double pi = 3.14159265358979;
const double degree = pi / 180.0;
double limits[2] = {pi * 0.1, degree};
static double start = root(2.3);
static double step = 0.1;

double scaled(double v, double by = 1.0 / 3.0 + 0.1, double more = step * 0.3 + std::sqrt(step));
double shifted(double v, double by = 0.7) { return v - by * 0.3; }

struct Body {
  double mass = step * step;
  double radius = root(0.37);
  double weight(double g = pi * 3.1) const { return mass * g * radius; }
};

double scaled(double v, double by, double more) { return v * by + more; }

int main()
{
  double total = start;
  for (int k = 1; k < 9; k++) {
    static double first = root(k * 0.3);
    Body body;
    body.mass += k * 0.1;
    step = 0.1 * k;
    total += scaled(k * 0.7) + scaled(k * 0.3, 0.2) - shifted(k * 0.1) + body.weight() + first;
    std::printf("%.17g %.17g %.17g\n", total, body.mass, body.radius);
  }
  std::printf("%.17g %.17g %.17g %.17g\n", degree, limits[0], limits[1], start);
  return 0;
}
