#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <tuple>
#include <vector>

static void byReference(std::vector<double> &v, double x)
{
  v.push_back(x);
  v.insert(v.begin(), {x, x / 3});
}
static void byPointer(std::vector<double> *v, double x)
{
  v->push_back(x);
  *v = {x, x / 9};
  v->emplace_back(x / 7);
}
struct Holder {
  std::vector<double> v;
  std::map<int, std::vector<double>> m;
  void add(double x)
  {
    v.push_back(x);
    m[1].assign(2, x);
    m[2] = {x, x / 3};
  }
};

int main()
{
  double x = 0.1, y = 0.7;
  std::vector<double> a, b, c(2);
  byReference(a, y);
  byPointer(&b, y);
  c = {x, y / 3};
  Holder h;
  h.add(x / 3);
  std::printf("given %.17g %.17g %.17g %.17g\n", a.front(), b.back(), c[1], a[1] * b[1]);
  std::printf("held %.17g %.17g %.17g\n", h.v[0], h.m[1][1], h.m[2][1]);

  std::vector<double> filled(3), counted(3), made(3), mapped;
  std::fill(filled.begin(), filled.end(), x / 3);
  std::iota(counted.begin(), counted.end(), 0.1);
  std::generate(made.begin(), made.end(), [&] { return x / 7; });
  std::transform(made.begin(), made.end(), std::back_inserter(mapped), [](double q) { return q / 3; });
  std::printf("algorithms %.17g %.17g %.17g %.17g\n", filled[1], counted[2], made[0], mapped[2]);
  const double sum = std::accumulate(mapped.begin(), mapped.end(), 0.0) + *std::max_element(made.begin(), made.end());
  double raw[3];
  std::fill(raw, raw + 3, y / 3);
  std::printf("read %.17g %.17g %.17g\n", sum, raw[1], std::accumulate(raw, raw + 3, 0.0));
  std::vector<double> sums(3);
  std::partial_sum(filled.begin(), filled.end(), sums.begin());
  std::printf("sums %.17g\n", sums[2]);

  std::istringstream text("0.1 0.7 0.3 0.9 0.2 0.6");
  std::istream_iterator<double> numbers(text);
  std::vector<double> listed{std::istream_iterator<double>(text), {}};
  std::istringstream more("0.1 0.7 0.3");
  std::vector<double> assigned, copied;
  assigned.assign(std::istream_iterator<double>(more), {});
  const int wide[2] = {16777217, 3};
  std::deque<double> converted(wide, wide + 2);
  std::copy(wide, wide + 2, std::back_inserter(copied));
  std::printf("iterators %.17g %.17g %.17g %.17g %.17g\n", *numbers, listed[1], assigned[2], converted[0], copied[0]);

  std::array<double, 2> array{};
  array = {x / 7, y / 7};
  std::optional<double> maybe;
  maybe = x / 3;
  double low = 0, high = 0;
  std::tie(low, high) = std::make_pair(x / 3, y / 3);
  std::printf("assigned %.17g %.17g %.17g %.17g\n", array[1], *maybe, low, high);
}
