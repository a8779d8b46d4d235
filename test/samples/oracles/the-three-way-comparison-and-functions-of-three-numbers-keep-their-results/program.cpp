#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdio>
#include <numeric>
struct Weight {
  double v = 0.1;
  auto operator<=>(const Weight &other) const { return v <=> other.v; }
};
struct Pair {
  double a, b;
  auto operator<=>(const Pair &) const = default;
};
int main(int argc, char **)
{
  Weight light, heavy{0.2 * argc};
  double x = 0.1 * argc, y = 3.3, nan = std::sqrt(-x), close = 0.1 + 1e-12;
  const auto order = x <=> close;
  const bool unordered = (nan <=> y) == std::partial_ordering::unordered;
  double length = std::hypot(x, y, 0.5), same = std::hypot(x, y, x);
  double between = std::lerp(x, y, 0.3), middle = std::midpoint(x, y), kept = std::clamp(x, 0.15, y), fused = std::fma(x, y, 0.7);
  std::printf("%d %d %d %d %d\n", light < heavy, order < 0, order == 0, unordered, Pair{x, y} < Pair{close, y});
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", length, same, between, middle, kept, fused);
}
