#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

struct Point {
  double x, y;
  int n;
};
struct Line {
  Point from;
  double weights[2];
  double *memory;
};
class Halves {
public:
  double left = 0.1, right = 0.7;
  template <std::size_t I> double get() const
  {
    if constexpr (I == 0)
      return left / 3;
    else
      return right / 3;
  }
};
namespace std {
template <> struct tuple_size<Halves> : integral_constant<size_t, 2> {};
template <size_t I> struct tuple_element<I, Halves> {
  using type = double;
};
} // namespace std

static std::pair<double, double> both(double a) { return {a / 3, a * 0.7}; }
static std::tuple<double, int, double> three(double a) { return {a / 7, 2, a * 0.3}; }
static Point point(double a) { return {a / 3, a * 0.7, 2}; }
const auto [globalLow, globalHigh] = std::array<double, 2>{0.1, 0.7};
auto [globalX, globalY, globalN] = Point{0.1, 0.3, 4};

int main()
{
  double sum = 0;
  std::map<int, double> found{{1, 0.1}, {2, 0.3}};
  for (auto &[key, value] : found) {
    value *= 0.7;
    sum += value * value / key;
  }
  for (auto [key, value] : found) sum += value * value / key;
  auto [where, fresh] = found.insert({3, 0.9});
  where->second /= 7;
  std::printf("map %.17g %.17g %d\n", sum, where->second * where->second, fresh);

  std::map<int, std::vector<double>> lists{{1, {0.1, 0.2}}, {2, {0.7}}};
  for (auto &[key, list] : lists) {
    list.push_back(0.9);
    list[0] /= 3;
    sum += list.back() * list[0];
  }
  if (auto [low, high] = both(0.1); low < high) std::printf("if %.17g %.17g\n", low * high, low / high);
  switch (auto [a, choice, b] = three(0.7); choice) {
  case 2: std::printf("switch %.17g %.17g\n", a * b, a / choice); break;
  default: break;
  }

  auto [px, py, pn] = point(0.3);
  px += py, py *= px, pn += 1;
  const auto &[tx, ty, tn] = point(0.9);
  std::printf("records %.17g %.17g %d %.17g %d\n", px, py, pn, tx * ty, tn);
  double memory[3] = {0.1, 0.2, 0.3};
  Line line{{0.1, 0.7, 1}, {0.3, 0.4}, memory};
  auto &[from, weights, leads] = line;
  from.x /= 3, weights[1] *= from.y, leads[1] = leads[0] / 3 + weights[0];
  auto [copied, copiedWeights, sameMemory] = line;
  std::printf("line %.17g %.17g\n", copied.x * copiedWeights[1], copiedWeights[0] * sameMemory[2]);
  Halves halves;
  auto [left, right] = halves;
  std::printf("own get %.17g\n", left * right);

  globalX /= 3;
  std::printf("globals %.17g %.17g\n", globalLow * globalHigh, globalX * globalY / globalN);
  double grid[2][2] = {{0.1, 0.2}, {0.3, 0.7}};
  for (auto &[l, r] : grid) l = l / 3, sum += l * r;
  auto [first, second] = grid;
  std::printf("arrays %.17g %.17g\n", sum, first[0] * second[1]);
  std::vector<std::tuple<int, double, double>> rows{{1, 0.1, 0.2}};
  for (auto &[i, u, v] : rows) u += v * 0.1, std::swap(u, v), sum += i * u * v;
  auto cell = std::make_shared<std::array<double, 2>>(std::array<double, 2>{0.1, 0.7});
  auto &[c0, c1] = *cell;
  c0 /= 3;
  auto scale = [&, &c = c1](double by) { return c * by; };
  std::printf("tuples %.17g %.17g %.17g\n", sum, c0 * c1, scale(0.3));
  double made = 0.3, more = 0.7;
  const auto &[x0, x1] = std::pair{made, more};
  auto &&[z0, z1] = std::tuple{made, more};
  std::printf("deduced %.17g %.17g\n", x0 * x1, z0 / z1);
}
