/* A double is converted to a float no sooner than to an integer: where a parameter is lowered and its argument is not, the call says which function. */
#include <complex>
#include <cstdio>

class Duration {
  double seconds;

public:
  Duration(double s) : seconds(s) {}
  Duration(long minutes) : seconds(minutes * 60.0) {}
  double value() const { return seconds; }
};

static double stretched(double x) { return x * 1.1; }
static int stretched(int x) { return x * 2; }
static double blend(double x, double y = 0.1) { return x * y; }
static double blend(unsigned x, double y = 0.2) { return x + y; }

int main()
{
  double x = 0.1, y = 0.7;
  float f = 0.3f;
  double turned = 0.9;
  Duration a(x), b = y * 3, c{x / 3}, d = 2L, e = Duration(-y * x);
  double t = stretched(x * y) + stretched(3) + stretched(f) + blend(x) + blend(3u) + blend(x / 3, y) + blend(2u, y);
  std::complex<double> z{0.3, 0.4};
  z = z * turned + turned;
  z = z / turned - turned;
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", a.value(), b.value(), c.value(), d.value(), e.value());
  std::printf("%.17g %.17g %.17g\n", t, z.real(), z.imag());
}
