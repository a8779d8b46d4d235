#include <cmath>
#include <cstdio>
#include <vector>

template <typename Values>
static double mean(const Values &values)
{
  auto sum = 0.0;
  for (const auto &value : values) sum += value;
  return sum / values.size();
}

static double meanSquare(const std::vector<double> &values, double shift)
{
  double square = 0, largest = 0;
  for (double value : values) {
    switch (int(value * 8) % 3) {
    case 0:
      square += (value - shift) * (value - shift);
      square += 1e-3;
      break;
    case 1:
      square -= shift ? 1e-4 : value;
      break;
    default:
      largest = std::fmax(largest, value);
    }
    if (value > 1e6) return -1;
  }
  return square + largest;
}

int main()
{
  std::vector<double> values;
  for (int i = 0; i < 1000; i++) values.push_back(std::sin(0.3 * i) + 1.1);
  double passed = 0;
  for (int i = 0; i < 9; i++) {
    auto add = [&](double x) { passed += x; };
    add(0.1 * i);
  }
  double area = 0;
  if (passed > 0) {
    int i = 0;
    do area += values[i] * 0.125; while (++i < 900);
  }
  std::printf("%.17g %.17g %.17g %.17g\n", mean(values), meanSquare(values, 0.7), passed, area);
}
