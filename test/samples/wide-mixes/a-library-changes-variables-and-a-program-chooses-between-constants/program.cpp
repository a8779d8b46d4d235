#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <utility>

static void report(const char *format, ...) {
  va_list list;
  va_start(list, format);
  std::vprintf(format, list);
  va_end(list);
}

static double pick(int k, double a, double b) { return k & 1 ? a : k > 2 ? 0.5 : -b; }

int main(int argc, char **) {
  double a = 0.1 * argc, b = 1.0 / 3, c = 0;
  float f = 0.7f;
  c += argc > 5 ? 1 : 0.3;
  c *= a > b ? f : a;
  c -= argc > 1 ? 0.1 : argc > 2 ? 0.2 : 0.7;
  std::swap(a, b);
  double d = c * (argc < 3 ? 0.9 : 2), low = std::clamp(a, 0.1, 0.3), high = std::max(b, 0.2);
  std::swap(low, high);
  const double old = std::exchange(d, 0.6);
  report("%g %.17g %d %.17g\n", a > 1 ? a : b, pick(argc, a, b), argc, f);
  report("%.17g %.17g\n", c, low + high);
  std::printf("%.17g %.17g %.17g %.17g\n", c, d, old, low - high);
  return 0;
}
