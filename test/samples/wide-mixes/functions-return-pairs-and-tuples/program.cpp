#include <cstdio>
#include <tuple>
#include <utility>

static std::pair<double, double> roots(double a, double b) { return std::make_pair(a + b, a - b); }
static std::tuple<double, int, double> three(double x) { return std::make_tuple(x / 3, 2, x * 0.7); }

int main(int argc, char **) {
  double x = 1.1 / argc, s, t;
  int k;
  s = x / 3;
  t = s * 0.3;
  k = argc;
  auto [first, second, third] = three(t);
  std::pair<double, double> p = roots(x, s);
  std::pair<double, double> q;
  q = std::make_pair(p.first / 7, 0.1);
  p.second += std::make_pair(x / 9, k).first;
  std::printf("%.17g %d %.17g %.17g %d %.17g\n", s, k, t, first, second, third);
  std::printf("%.17g %.17g %.17g %.17g\n", p.first, p.second, q.first, q.second);
  return 0;
}
