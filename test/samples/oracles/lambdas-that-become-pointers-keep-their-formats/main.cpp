#include <cstdio>
static double ptr(double (*f)(double, double), double x) { return f(x, 0.1); }
typedef double (*binary)(double, double);
int main() {
  auto named = [](double a, double b) { return a * b / 3; };
  binary kept = named;
  binary plus = +[](double a, double b) { double t = a + b / 7; return t; };
  auto own = [](double a, double b) { return a / 3 - b; };
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", ptr([](double a, double b) { return a - b * a; }, 0.6), kept(0.1, 0.7), plus(0.1, 0.3), own(0.1, 0.7), ptr(named, 0.3));
}
