#include <cmath>
#include <iostream>
#include <vector>
#include "quadrature.h"

static double integrate(double from, double to, int panels)
{
  Rule rule;
  fill_rule(&rule);
  std::vector<double> values(POINTS);
  double total = 0.0;
  const double width = (to - from) / panels;
  for (int p = 0; p < panels; ++p) {
    double left = from + p * width;
    double centre = midpoint(left, left + width);
    for (int k = 0; k < POINTS; ++k) {
      double at = centre + 0.5 * width * rule.node[k];
      values[k] = std::exp(-at * at);
    }
    total += apply_rule(&rule, values.data(), 0.5 * width);
  }
  return total;
}

int main()
{
  std::cout.precision(15);
  std::cout << integrate(0.0, 3.0, 40) << std::endl;
  return 0;
}
