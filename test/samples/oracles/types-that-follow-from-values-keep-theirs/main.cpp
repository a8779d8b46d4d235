#include <algorithm>
#include <any>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

using Two = std::pair<double, double>;
using Table = std::map<double, std::vector<double>>;

template <class T> static double firstThird(const T &t) { return t.first / 3; }
static auto polar(double x, double y) { return std::make_pair(x * y, x / y); }
static auto triple(double x) { return std::tuple{x, x / 3, 2}; }
static double total(const std::vector<double> &v) { return v[0] * v[0] + v[1] * v[1]; }

int main()
{
  double x = 0.1, y = 0.7, keptX = 0.3, keptY = 0.9;
  Two two{x, y};
  Table table{{0.1, {0.2, 0.3}}, {0.7, {0.9}}};
  table[0.3] = {x, y / 3};
  auto alias = Two{x, y};
  std::printf("aliases %.17g %.17g %.17g\n", two.first * two.second, table[0.3][1] * x, alias.first * alias.second);

  std::printf("given %.17g %.17g\n", firstThird(std::make_pair(x, y)), std::make_pair(x, y).second * x);
  auto [r, a] = polar(x, y);
  auto [b, c, n] = triple(y);
  auto made = std::make_pair(x, std::vector<double>{x, y});
  made.second[0] /= 3;
  auto lambda = [&](double z) { return std::make_pair(z / 3, y); };
  auto [l1, l2] = lambda(x);
  std::printf("auto %.17g %.17g %.17g %.17g\n", r * a, b * c * n, made.first * made.second[0], l1 * l2);
  std::array values{x, y, x / 3};
  std::vector several(3, x);
  several[1] *= y;
  std::printf("deduced %.17g %.17g %.17g\n", values[0] * values[2], several[0] * several[1],
              total(std::vector{x, y}) + total({x, y}));
  auto list = {x, y, 0.3};
  for (auto e : list) y += e / 7;
  for (double e : {x * 2, y}) x += e / 3;
  std::any any = std::make_pair(x, y);
  std::printf("lists %.17g %.17g %.17g\n", x, y, std::any_cast<std::pair<double, double>>(any).first);
  auto [low, high] = std::minmax(keptX, keptY);
  double written = 0;
  std::tie(written, std::ignore) = polar(x, y);
  std::printf("references %.17g %.17g\n", low * high, written);

  auto unique = std::make_unique<double[]>(3);
  unique[1] = x / 7;
  std::unique_ptr<double[]> later;
  later = std::make_unique<double[]>(2);
  later[1] = x / 9;
  auto shared = std::make_shared<std::pair<double, double>>(x, y);
  shared->first /= 3;
  std::shared_ptr<std::vector<double>> many = std::make_shared<std::vector<double>>(4, x);
  (*many)[1] /= 3;
  auto maybe = std::make_optional<double>(y / 3);
  std::optional<double> other = std::make_optional(x);
  std::printf("makers %.17g %.17g %.17g %.17g %.17g %.17g\n", unique[1], later[1] * x, shared->first * shared->second,
              (*many)[1] * many->front(), maybe.value_or(1) * *maybe, *other * *other);
  std::unique_ptr<double[]> pair(new double[2]{x, y});
  std::printf("new %.17g\n", pair[0] * pair[1]);
}
