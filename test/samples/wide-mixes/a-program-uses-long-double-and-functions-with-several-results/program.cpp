#include <cmath>
#include <cstdio>

static long double doubled(long double x) { return 2 * x; }

int main(int argc, char **) {
  double a = 7.3 / argc, b = -2.9, whole, other, third;
  float f = 1.7f;
  double parts = std::modf(a * 1.1, &whole) + modf(b, &other) + modf(f, &third) + modf(0.7, &third);
  long double kept = a, sum = 0;
  kept *= 3;
  sum += b;
  sum = sum + parts * 0.1;
  std::printf("%.17g %.17g %.17g %.17g\n", parts, whole, other, third);
  std::printf("%.17Lg %.17Lg %.17Lg\n", kept, sum, doubled(whole + b));
  return 0;
}
