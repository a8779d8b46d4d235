/* A number that became wider is given in braces to a class of the library, whose numbers stay. */
#include <complex>
#include <cstdio>
#include <utility>
#include <vector>

int main()
{
  float f = 0.3f;
  double x = 0.1;
  std::complex<float> z{f, f * 2};
  std::vector<std::pair<double, float>> v{{x, f}, {x * 2, f * 3}};
  v.push_back({x / 3, f});
  std::pair<int, float> a{2, f};
  std::printf("%.17g %.17g %.17g %.17g\n", (double) z.imag(), v[1].first, (double) v[2].second, (double) a.second);
}
