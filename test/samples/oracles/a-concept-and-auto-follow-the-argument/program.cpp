/* An abbreviated template keeps its text: its argument has the format of the parameter. */
#include <cstdio>
#include <vector>

template <class T> concept Number = requires(T a) { a * a; };
template <class T, class U> concept Near = requires(T a, U b) { a * b; };

static auto cubed(const Number auto x) -> decltype(x * x) { return x * x * x; }
static auto mixed(Near<double> auto x, auto y) { return x * y + x * x; }
static double through(const Number auto &x) { auto t = x * x; return t; }
static double halved(auto x) { return x / 2; }
template <class T> static T scaled(T x, Number auto by) { T t = x * by; return t + by; }

int main()
{
  double x = 0.1, y = 1.3;
  std::vector<double> values{0.3, x};
  double a = cubed(x), b = cubed(y * x), c = mixed(x, y), d = through(x), e = mixed<double, double>(y, x);
  double f = scaled(x, y) + halved(x) + halved(3), sum = 0;
  Number auto g = x * 3;
  for (Number auto v : values) sum += v * y;
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", a, b, c, d, e, f, g, sum);
}
