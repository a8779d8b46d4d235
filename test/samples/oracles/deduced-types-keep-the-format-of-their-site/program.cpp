#include <cstdio>
#include <vector>
typedef double real;
auto half(double x) { return x * 0.5; }
int main(int argc, char **argv)
{
  double a = 0.1 * argc, b = 0.3;
  auto deduced = [&](double x) { a += x; return a * x; };
  auto written = [b](double x) -> real { return b * x; };
  auto c = a * b;
  std::vector<double> v(2, a);
  for (auto x : v) a += x;
  printf("%.17g %.17g %.17g %.17g %.17g\n", deduced(0.3), written(0.7), half(a), c, a);
  return 0;
}
