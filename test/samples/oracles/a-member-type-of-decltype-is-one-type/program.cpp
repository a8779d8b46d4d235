/* `decltype(v)::value_type` is one type: it is written whole, and followed where what it is a member of changes. */
#include <array>
#include <cstdio>
#include <vector>

int main()
{
  std::vector<double> v{0.1, 0.2, 0.3};
  decltype(v)::value_type a = v.front() * 0.7;
  const decltype(v)::value_type b = a / 3, c = b * a;
  decltype(v)::iterator it = v.begin();
  decltype(v)::size_type n = v.size();
  using number = decltype(v)::value_type;
  typedef __typeof__(a) plain;
  number d = a * b, e[2] = {a, b * 3};
  decltype(v)::value_type *p = v.data(), q = *p * 3;
  decltype(v) w(n, 0.7);
  std::array<double, 2> pair{0.1, a};
  decltype(pair)::value_type x = pair[1] / 7;
  plain z = d * 3;
  decltype(a + b) y = a + b;
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", a, b, c, *it, d, e[1], q, w[1], x, y, z);
}
