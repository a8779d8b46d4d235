#include <cstdio>
#include <vector>
typedef double real;
struct Table { std::vector<real> v; };
static std::vector<real> make(int n) { std::vector<real> w; for (int i = 0; i < n; i++) w.push_back(i / 3.0); return w; }
int main()
{
  const auto weights = [] { std::vector<real> w; for (int i = 0; i < 3; i++) w.push_back(i / 7.0); return w; }();
  static const auto other = make(4);
  static auto third = [](int n) { real t = n / 7.0; return t; }(3);
  auto fill = [](int n) { std::vector<real> u(n, 0.1); return u; };
  auto filled = fill(3);
  Table table{[] { std::vector<real> q(2, 0.3); return q; }()};
  auto scaled = [](double k) { return [k](double z) { return k * z; }; };
  auto turned = [](double k) { return [=](double z) { double w = 1; w = k; return w * z; }; };
  auto moved = [&filled](double k) { return [k, c = filled[1], d = k / 3](double z) mutable { k += z; return k * c + d; }; };
  std::printf("%.17g %.17g %.17g\n", scaled(.3)(scaled(.1)(.7)), turned(.7)(.1), moved(.7)(.1));
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", weights[1], other[2], third, filled[1], table.v[1]);
}
