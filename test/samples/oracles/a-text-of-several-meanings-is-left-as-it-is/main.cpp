#include <cstdio>
#include <tuple>
#include <utility>
#include <vector>
double scale = 0.1, kept = 0;
double twice(double x) { return x; }
template <class T> T third(T x) { return x / 3; }
template <class F, class... T> void each(F f, T... t) { (f(t), ...); }
template <class F, class Q, std::size_t... I> void at(F f, const Q &q, std::index_sequence<I...>) { (f(std::get<I>(q)), ...); }
template <class... T> struct Sum { double s = 0; void add(T... t) { ((s += third(t) + twice(t)), ...); } };
template <class... T> double sums(T... t) { return (third(t) + ...); }
template <class T> T both(T x) { kept = x; return third(x) + third(scale) + twice(x); }
int main()
{
  double acc = 0, r = 0.3, other = 0.1, last = 0, seen = 0;
  auto add = [&](auto x) { acc += x * 0.1; };
  auto pack = [&](auto... t) { ((acc += third(t)), ...); };
  auto keep = [&](auto x) { last = x; };
  each(add, r, 0.5f);
  at(add, std::make_tuple(r, 0.7f), std::make_index_sequence<2>());
  Sum<double, float> sum;
  sum.add(r, 0.7f);
  pack(0.3, 0.7f);
  keep(0.3);
  each([&](double x) { seen += x * other; }, 0.3, 0.7f);
  std::printf("%.17g %.17g %.17g\n%.17g %.17g\n", acc, other, sum.s, last, seen);
  std::printf("%.17g %.17g\n", sums(0.3, 0.7f), sums(0.7f, 0.3));
  std::printf("%.17g %.17g %.17g\n", both(0.3), both(0.7f), kept);
}
