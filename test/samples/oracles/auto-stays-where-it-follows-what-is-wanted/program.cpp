#include <cmath>
#include <cstdio>
#include <vector>
struct Grid { std::vector<double> u; double h; };
double sum(const Grid &g) { double s = 0; for (auto x : g.u) s += x; return s; }
static auto deduced(double x) { return x * 2; }
template <class T> T twice(T x) { return x + x; }
int main() {
  Grid g{{0.1, 0.2, 0.7}, 0.3};
  auto s = sum(g);
  const auto h = g.h;
  auto a = s * h + g.u[1], b = s;
  auto c = (s - h) / 3;
  auto d = std::sqrt(s);
  auto e = 0.1;
  auto f = s * 2.0;
  auto k = deduced(s), l = twice(s);
  auto m = twice(s);
  auto n = static_cast<double>(m);
  double arr[3] = {0.3, 0.1, 0.7};
  auto *p = arr;
  auto q = *p + p[2];
  for (const auto x : arr) q += x;
  for (auto &y : g.u) { auto z = y; q -= z; }
  printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", s, h, a, b + c, d, e, f, k + l, m, n, q);
}
