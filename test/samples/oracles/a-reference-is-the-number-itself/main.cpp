#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <tuple>
#include <vector>

static double shared = .3;
static double use(const float &r)
{
  shared = .7;
  return r;
}
struct Held {
  const double &k;
};
static const void *seen[4];
static int count;
template <class T> const T &note(const T &x)
{
  seen[count++] = &x;
  return x;
}
struct Log {
  std::vector<const float *> all;
  Log &operator<<(const double &) { return *this; }
  Log &operator<<(const float &x)
  {
    all.push_back(&x);
    return *this;
  }
};
static const double &larger(const double &a, const double &b) { return std::max(a, b); }

int main()
{
  // of another type it is a copy, which it stays in one format
  float f = .25f, h = .25f;
  double d = .25;
  const double &wide = f;
  const float &narrow = d;
  Held held{h};
  f = .5f, d = .5, h = .5f;
  std::printf("%.17g %.17g %.17g %.17g\n", wide, narrow, held.k, use(shared));

  // what a library returns of its arguments
  double a = .3, b = .7, k = .3, i = .1, p = .2, q = .4;
  const double &most = std::max(a, b), &within = std::clamp(k, .1, .9);
  const auto &nested = std::min(std::max(k, i), b);
  const double &own = larger(p, q);
  b = .9, k = .5, q = .8;
  std::printf("%.17g %.17g %.17g %.17g %d\n", most, within, nested, own, &std::max(a, b) == &b);

  // what a library holds
  double x = .3, y = .7, rows[2] = {.1, .2};
  std::tuple<double &, double> pair(x, y);
  std::pair<const double &, int> kept(rows[1], 1);
  std::vector<std::reference_wrapper<double>> all{x, y};
  std::get<0>(pair) /= 3, rows[1] /= 7;
  for (double &each : all) each *= 1.1;
  std::printf("%.17g %.17g %.17g %.17g\n", x, y, std::get<1>(pair), kept.first);

  // what the program's own templates and overloads are given
  double wide_one = .3;
  float narrow_one = .25f, logged = .1f;
  const double &noted = note(wide_one);
  const float &noted_too = note(narrow_one);
  Log log;
  log << logged << wide_one;
  wide_one = .5, narrow_one = .5f, logged = .125f;
  std::printf("%.17g %.17g %.17g %d %d\n", noted, noted_too, *log.all[0], seen[0] == &wide_one, seen[1] == &narrow_one);

  // elements that a library adds among themselves
  std::vector<double> v{.1, .7, .9, .3, .6};
  std::printf("%.17g %.17g\n", std::reduce(v.begin(), v.end(), 0.),
              std::transform_reduce(v.begin(), v.end(), 0., std::plus<>(), [](double z) { return z / 3; }));
}
