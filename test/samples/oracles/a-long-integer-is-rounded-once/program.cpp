#include <cmath>
#include <cstdint>
#include <cstdio>
struct Size { double v; Size(double x) : v(x) {} };
static int64_t big() { return 9007199791611905LL; }
static double twice(double x) { return x * 2; }
template <class T> static T converted(uint64_t u) { T t = u; return t; }
int main(int argc, char **)
{
  double a = big(), b[2] = {(double) big(), 1.0 * big()}, sum = 1, root = std::sqrt(big());
  Size size(big());
  const unsigned __int128 wide = (unsigned __int128) big() << 20 | 1;
  double d = wide, chosen = argc > 5 ? 0.5 : big(), doubled = twice(big()), other = converted<double>(big());
  float declared = big(), product = 1.0f * big();
  uint64_t count = big();
  sum += big();
  sum = sum + (unsigned long) big();
  count += sum;
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %llu\n", a, b[0], b[1], sum, root, size.v, (unsigned long long) count);
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %d\n", d, chosen, doubled, other, declared, product, a < big());
}
