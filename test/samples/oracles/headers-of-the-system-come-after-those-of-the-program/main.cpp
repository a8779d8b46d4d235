#include "series.hpp"

#include <cmath>
#include <cstdio>

int main()
{
  Series series{6, 0.3};
  double first = std::sqrt(0.2);
  std::printf("%.17g %.17g %.17g\n", series.sum(first), angle(first, 0.9), std::cos(first));
}
