#include <array>
#include <cstdio>
#include <initializer_list>
#include <list>
#include <valarray>
#include <vector>

template <class T> double total(const std::vector<T> &v) {
  double s = 0;
  for (double x : v) s += x / 3;
  return s;
}

static std::vector<double> thirds(int n) {
  std::vector<double> made(n);
  for (int i = 0; i < n; i++) made[i] = (i + 1) / 3.0;
  return made;
}

int main() {
  double plain[4] = {0.1, 0.2, 0.3, 2.7};
  std::array<double, 3> fixed = {0.4, 1.5, 2.6};
  std::list<double> linked;
  std::valarray<double> values(3);
  for (int i = 0; i < 3; i++) {
    values[i] = 0.7 / (i + 1);
    linked.push_back(1.1 * i);
  }
  const double table[2][2] = {{0.1, 0.3}, {0.7, 0.9}};
  double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
  int whole = 0, some = 0;
  for (double x : plain) a += x * 7;
  for (const double x : fixed) b += x / 7; // the same
  for (double x : linked) {
    if (x > 1) continue;
    c -= x;
  }
  for (double x : values) d += x;
  for (double x : thirds(5)) e += x * x;
  for (int k : plain) whole += k;
  for (bool is : fixed) some += is;
  for (auto x : plain) a -= x / 9;
  for (const auto &x : fixed) b += x;
  for (double &x : plain) x *= 1.1;
  for (auto &row : table)
    for (double x : row) f += x / 11;
  for (float x : {a, b}) f += x;
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %d %d %.17g\n", a, b, c, d, e, f, whole, some, total(thirds(7)));
  for (double x : plain) std::printf("%.17g\n", x);
  return 0;
}
