#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <map>
#include <numeric>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

namespace units {
struct Length {
  double value;
  Length operator*(double k) const { return Length{value * k}; }
  friend Length operator*(double factor, const Length &l) { return l * factor; }
  struct Offset {
    double by = 0.1;
    friend double operator+(const Offset &o, double base) { return base * 0.3 + o.by; }
  };
};
}

struct Weigh {
  double weight;
  double operator()(double sum, double x) const { return sum + x * weight; }
};

struct Offsetting {
  double by;
  double operator()(double z) const { return z + by; }
};

static double mean(std::initializer_list<double> list)
{
  double sum = 0;
  for (double x : list) sum += x;
  return sum / list.size();
}
static std::pair<double, int> nearest(double distance) { return std::pair<double, int>(distance / 3, 1); }
static std::pair<double, int> made(double distance) { return std::make_pair(distance / 7, 2); }

int main()
{
  double k = 0.1, offset = 0.3, values[4] = {0.1, 0.2, 0.3, 0.7};
  auto grow = [z = k * 2, &o = offset](float y) mutable {
    z += y;
    o *= 0.7;
    return z + o;
  };
  double total = std::accumulate(values, values + 4, 0.0, [](double sum, double x) { return sum + x * 0.3; });
  double weighed = std::accumulate(values, values + 4, k, Weigh{0.7});
  std::sort(values, values + 4, [](double a, double b) { return a / 3 > b / 3; });
  struct Scale {
    double by;
    double of(double x) const { return x * by; }
  } scale{k / 3};
  std::vector<std::pair<double, int>> seen;
  seen.push_back({k / 9, 1});
  seen.emplace_back(offset / 9, 2);
  std::map<int, double> table;
  table.insert({1, k / 11});
  std::istringstream in("1.00000005960464477540 0.1 0.7");
  double read, next;
  float narrow;
  in >> read >> narrow >> next;
  std::complex<double> turn(k / 3, offset);
  double real = turn.real() / 3, imaginary = std::imag(turn * turn);
  double low, high, turned[2] = {0.1, 0.2};
  auto both = std::tie(low, high);
  both = std::make_pair(k / 13, offset / 13);
  seen.emplace_back(low, 3);
  std::tie(low, high) = std::make_tuple(high, low + high);
  std::tie(turned[1], scale.by, std::ignore) = std::make_tuple(k / 17, low / 3, 0.5);
  double loop = 0, each;
  for (int i = 1; i < 4; i++) loop += (std::tie(each, std::ignore) = nearest(k * i), each * 3);
  std::vector<std::function<double(double)>> held{[](double y) { return y / 3; }, Offsetting{0.1}};
  std::map<int, double (*)(double)> named{{1, std::atan}};
  std::pair<double, std::function<double(double)>> beside{k / 19, held[1]};
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", low, high, turned[1], scale.by, loop, seen[2].first);
  std::printf("%.17g %.17g %.17g\n", held[0](k) * 3, named[1](k), beside.second(beside.first));
  std::printf("%.17g %.17g %.17g %.17g\n", grow(0.3f) + grow(0.7f), total, weighed, values[1]);
  std::printf("%.17g %.17g\n", (0.1 * units::Length{0.7}).value, units::Length::Offset() + k);
  std::printf("%.17g %.17g %.17g %.17g\n", mean({k, 0.1, k / 3}), nearest(k).first, made(k).first, scale.of(k));
  std::printf("%.17g %.17g %.17g\n", seen[0].first + seen[1].first, table[1], read * next + narrow);
  std::printf("%.17g %.17g\n", real, imaginary);
}
