/* What stands in the argument of a template, or the bound of an array, has no other trace than its text. */
#include <cstdio>

template <double K> struct Gain {
  double apply(double x) const { return x * K; }
};

template <double K> static double times(double x) { return x * K; }

struct Limits {
  static constexpr double most = 0.9;
};

inline constexpr double third = 1.0 / 3;
constexpr double rows = 3.7;
constexpr double plain = 0.1;

int main()
{
  Gain<third> gain;
  double a[int(rows)] = {plain, 0.3, 0.7};
  double x = gain.apply(a[1]) + times<Limits::most>(a[2]) * plain;
  if (third < plain && x > 1) x *= 2;
  std::printf("%.17g %zu\n", x, sizeof a / sizeof *a);
}
