#include <array>
#include <cstdio>
#include <vector>
int main(int argc, char **argv)
{
  double a = 0.1 * argc;
  std::vector<double> v = {0.1, a, 0.7}, w(3, 0.1), u;
  std::array<double, 2> pair = {{0.1, a * 0.7}};
  u.push_back(a * 0.3);
  w.assign(2, a * 0.9);
  for (auto x : v) u.push_back(x * 0.3);
  for (auto &x : w) x -= 0.1;
  printf("%.17g %.17g %.17g %.17g %.17g\n", v[0], w[1], u[0], u[2], pair[1]);
  return 0;
}
