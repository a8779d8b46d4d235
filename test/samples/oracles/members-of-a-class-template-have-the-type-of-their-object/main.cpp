#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

template <typename T>
struct Vec {
  T x, y;
  explicit Vec(const std::array<T, 2> &from) : x(from[0]), y(from[1]) {}
  std::array<T, 2> swapped() const { return {y, x}; }
};

template <typename T>
class Series {
 public:
  Series(const std::vector<T> &values, T scale) : values_(values), scale_(scale) {}
  T largest() const { return *std::max_element(values_.begin(), values_.end()); }
  T scaled(int i) const { return scale_ * values_[i]; }
  void replace(const std::vector<T> &values) { values_ = values; }

 private:
  std::vector<T> values_;
  T scale_;
};

using Point = Vec<double>;

int main()
{
  std::vector<std::array<double, 2>> corners(3);
  std::vector<double> lengths;
  for (int i = 0; i < 3; i++) {
    corners[i] = {0.1 * i, 0.7 / (i + 1)};
    Point p = Point(corners[i]), q(corners[i]);
    lengths.push_back(p.x + q.y);
    std::printf("%.17g %.17g %.17g\n", p.x, q.y, p.swapped()[0]);
  }
  Series<double> series(lengths, 0.3);
  series.replace(lengths);
  std::printf("%.17g %.17g\n", series.largest(), series.scaled(2));
}
