#include <cstdio>
#include <iterator>
#include <vector>

typedef double real;
typedef real rvec[3];
typedef const rvec fixed;
struct Atom {
  rvec x, v[2];
  real m;
};

// a member of a type that is a parameter's
template <class It> auto mean(It from, It to)
{
  typename std::iterator_traits<It>::value_type sum{};
  int n = to - from;
  for (; from != to; ++from) sum += *from;
  return sum / n;
}
template <class C> double scaled(const C &c)
{
  std::vector<typename C::value_type> copy(c.begin(), c.end());
  const typename C::value_type by = .3;
  for (auto &x : copy) x *= by;
  return copy[1];
}

// an array whose bounds its type has
static real norm(const rvec v)
{
  rvec d, twice[2];
  for (int k = 0; k < 3; k++) d[k] = twice[1][k] = v[k] / 3;
  return d[0] + d[1] * twice[1][2];
}
static void shift(rvec *v, int n)
{
  for (int i = 0; i < n; i++) v[i][1] += .1;
}

int main()
{
  std::vector<double> values{.1, .2, .7};
  rvec a = {.1, .2, .3}, b[2] = {{.1, .2, .3}, {.4, .5, .6}};
  static fixed origin = {.1, .3, .7};
  shift(b, 2);
  Atom atom{{.1, .3, .7}, {{.1, .2, .3}, {.4, .5, .6}}, .1};
  shift(atom.v, 2);
  std::printf("%.17g %.17g %.17g\n", mean(values.begin(), values.end()), scaled(values), norm(a));
  std::printf("%.17g %.17g %.17g\n", b[1][1], norm(atom.x) * atom.m + atom.v[1][1] / 3, origin[1] / 3);
}
