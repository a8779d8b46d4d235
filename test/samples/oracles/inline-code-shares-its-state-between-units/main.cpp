#include <compare>
#include <cstdio>

static int drawn;
int steps = 3;
inline double scale = 0.1;

/* what a class, a template or an inline function keeps is every unit's; comparisons and copies that are the compiler's have no text */
struct Random {
  unsigned seed = 1;
  static inline double total = 0.5;
  double spread();
  double drift() { static double kept; return kept += 0.1; }
};
inline double Random::spread()
{
  static double spare;
  spare += (seed = seed * 69069 + 1) / 4294967296.0;
  drawn++;
  return spare;
}

template <class T> struct Pool {
  static T sum;
  static int count;
  T most(T x);
};
template <class T> T Pool<T>::sum = 0;
template <class T> int Pool<T>::count = 0;
template <class T> T Pool<T>::most(T x)
{
  static T largest = 0;
  count++;
  sum += x / 3;
  if (x > largest) largest = x;
  return largest;
}
template <class T> T factor = T(0.3);

struct Key {
  double u = .1, v{.2};
  int n = 0;
  Key() = default;
  Key(double a, int k) : u(a), n(k) {}
  Key(const Key &) = default;
  Key &operator=(const Key &) = default;
  auto operator<=>(const Key &) const = default;
};

namespace {
struct Local { double next() { static double v = 0.3; return v /= 3; } };
inline double calls() { static int n; return ++n * 0.1; }
}

int main()
{
  static int here;
  here++;
  auto add = [](double x) { static double sum = 0; sum += x; return sum; };
  Random random;
  random.spread();
  Pool<double> wide;
  Pool<float> narrow;
  Local local;
  Key a, b(.3, 1), c = b;
  c = a;
  factor<double> /= 7;
  double s = random.spread() + random.drift() + Random::total + wide.most(.7) + narrow.most(.2f) + add(.1) + add(.2);
  s += local.next() + calls() + factor<double> + scale;
  std::printf("%.17g %.17g %d %d %d %d %d\n", s, c.v / 3, drawn, steps, here, a < b, a == c);
}
