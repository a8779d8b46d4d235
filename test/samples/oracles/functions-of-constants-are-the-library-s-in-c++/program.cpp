// The compiler could compute every one of these itself, and would not get what the library gets.
#include <cmath>
#include <cstdio>

static double roots(double x)
{
  double third = cbrt(1.3557);
  float narrow = std::cbrt(1.3557f) * std::sinh(0.7f);
  return x * third + narrow - std::log10(2.71);
}

static double powers(double x)
{
  const double two = 2.0;
  double square = std::pow(x, two);
  return square + pow(1.25, 0.3) - std::pow(x, -1);
}

int main()
{
  double x = 0.1;
  for (int i = 0; i < 40; i++) {
    x += 0.137;
    printf("%.17g %.17g %a\n", roots(x), powers(x), std::tgamma(2.3) * x);
  }
  return 0;
}
