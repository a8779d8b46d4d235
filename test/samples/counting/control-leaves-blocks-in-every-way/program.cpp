// Operations that stand in one stretch of text and do not run equally often, or do although they look as if they did not.
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

static double half(double x, double by = 1.0 / 3.0 * 1.5) { return x * by; }

struct body {
  double mass = 2.0 * 1.25;
  double weight;
  explicit body(double g) : weight(g * 2.0) { weight = weight + mass; }
  body() : weight(1.0 - 0.5) {}
};

static double chosen(double x, int k)
{
  const double r = x > 0.5 && x * x < 0.9 ? x * 3.0 : x / 3.0 - 1.0;
  switch (k % 4) {
    case 0: x = x + r; // on to the next
    case 1: x = x * 1.5; break;
    case 2: return x - r;
    default: x = -x;
  }
  return x / (1.0 + r * r);
}

static double until(double x)
{
  double sum = 0.0;
  for (int k = 0; k < 10; k++) {
    sum = sum + x;
    if (sum > 3.0) break;
    if (k % 3 == 1) continue;
    x = x * 0.9;
  }
again:
  sum = sum - 1.0;
  if (sum > 1.0) goto again;
  do sum += 0.25; while (sum * 2.0 < 1.0);
  return sum;
}

static double careful(double x)
{
  double y = x * 2.0;
  try {
    y = y + 1.0;
    if (y > 2.0) throw std::runtime_error("too much");
    y = y * 0.5;
  } catch (const std::exception &) {
    y = y - 4.0;
  }
  return y / 2.0;
}

template <class T> static T by_type(T x)
{
  if constexpr (sizeof(T) == 8) return x * T(2) + T(1);
  else return x / T(3);
}

static double apart(const std::vector<double> &v)
{
  double sums[4] = {0.0, 0.0, 0.0, 0.0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&v, &sums, t] {
      double sum = 0.0;
      for (size_t k = t; k < v.size(); k += 4) sum = sum + v[k] * v[k];
      sums[t] = sum;
    });
  for (auto &one : threads) one.join();
  return sums[0] + sums[1] + sums[2] + sums[3];
}

int main()
{
  std::vector<double> v(4000);
  double x = 0.1, total = 0.0;
  for (size_t k = 0; k < v.size(); k++) {
    x = x * 1.7 - floor(x * 1.7);
    v[k] = chosen(x, (int) k) + until(x) + careful(x);
    const size_t bytes = sizeof(x * 2.0 + 1.0);
    total = total + (double) bytes * 0.125;
  }
  const auto twice = [](double y) { return y > 0.5 ? y * 2.0 : y + 1.0; };
  for (int k = 0; k < 10; k++) total += twice(v[k]) * half(v[k]) + half(v[k], 2.0);
  const body one(9.81), other;
  printf("%.17g %.17g %.17g\n", total, by_type(total) + by_type((float) x), one.weight + other.weight * other.mass);
  printf("%.17g\n", apart(v));
  return 0;
}
