/* An explicit conversion is called for its own type alone, and of several an inexact cast would choose none. */
#include <cstdio>

typedef double real;

struct Mass {
  double grams;
  explicit operator double() const { return grams * 3; }
};

struct Angle {
  real degrees;
  explicit operator real() const { return degrees / 7; }
  operator int() const { return 4; }
};

struct Ratio {
  float over;
  operator float() const { return over * 3; }
};

template <class T> struct Holder {
  T held;
  explicit operator T() const { return held * T(3); }
};

int main()
{
  Mass mass{0.1};
  Angle angle{0.7};
  Ratio ratio{0.3f};
  Holder<double> holder{0.9};
  double a = static_cast<double>(mass), b = double(mass) * 2, c = (double) mass + a;
  real d = static_cast<real>(angle);
  double e = static_cast<int>(angle) * d, f = static_cast<double>(ratio), g = static_cast<double>(holder) / 3;
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", a, b, c, d, e, f, g);
}
