#include <array>
#include <cstdio>
#include <list>
#include <vector>

class Grid
{
  std::vector<double> d{.1, .2};
  std::list<double> l{.3, .7};

 public:
  auto begin() { return d.begin(); }
  auto end() { return d.end(); }
  auto begin() const { return d.cbegin(); }
  auto end() const { return d.cend(); }
  auto &front() { return l.front(); }
  const auto &first() const { return d.front(); }
  decltype(auto) at(int i) { return d[i]; }
  decltype(auto) in_brackets() { return (d[0]); }
  auto last() { return d.rbegin(); }
  auto data() { return d.data(); }
  auto *address() { return &d[0]; }
};
class Written
{
  std::vector<double> d{.3, .6};

 public:
  std::vector<double>::iterator begin() { return d.begin(); }
  std::vector<double>::iterator end() { return d.end(); }
};

int main()
{
  Grid g;
  const Grid &seen = g;
  double s = 0;
  for (auto &x : g) x /= 3;
  for (auto x : g) s += x * x;
  for (auto x : seen) s += x * x;
  for (const auto &x : seen) s += x * x;
  auto &front = g.front();
  front /= 3;
  auto &at = g.at(1);
  at /= 7;
  auto &inner = g.in_brackets();
  inner /= 3;
  auto last = g.last();
  *last /= 3;
  auto data = g.data(), address = g.address();
  data[0] /= 3;
  *address /= 7;
  std::printf("%.17g %.17g %.17g %.17g\n", s, front, at, seen.first());
  Written w;
  for (auto &x : w) x /= 3;
  for (auto x : w) s += x * x;
  std::vector<double> v{.1, .2, .7};
  auto p = v.data(), q = &v[1];
  *p /= 3;
  *q /= 3;
  const auto *c = v.data() + 2;
  for (auto i = p; i != p + 3; ++i) s += *i / 7;
  std::vector<std::vector<double>> rows{{.1, .2}, {.3, .7}};
  auto inside = rows[1].data();
  inside[1] /= 3;
  auto row = &rows[0];
  (*row)[1] /= 3;
  std::array<double, 2> a{.1, .2};
  auto into = a.data();
  into[1] /= 3;
  auto lambda = [&v](int i) -> auto & { return v[i]; };
  auto &third = lambda(2);
  third /= 3;
  auto spelt = [&a](int i) -> double & { return a[i]; };
  spelt(0) /= 3;
  auto spelt_pointer = [&a](int i) mutable -> const double * { return &a[i]; };
  for (double x = .1, dx = *spelt_pointer(0); x < 1; x += dx) s += x / 7;
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", s, v[0], v[1], *c, rows[1][1], rows[0][1], a[1]);
}
