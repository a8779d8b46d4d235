#include <algorithm>
#include <cstdio>
#include <vector>
int main(int argc, char **argv)
{
  double a = 0.1 * argc, b = 0.3, c = 0.7;
  c = std::min<double>(c, a) + std::max(a, b) - std::min<float>(c, 0.2);
  if (a < b) std::swap(a, b);
  printf("%.17g %.17g\n", c, a);
  return 0;
}
