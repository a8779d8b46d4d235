#include "series.hpp"

static const double turn = 0.7;

#include <cmath>
#include <map>

double Series::sum(double first) const
{
  std::map<int, double> powers;
  double total = 0;
  for (int i = 0; i < terms; i++) total += powers[i] = first * std::pow(ratio, i);
  return total + std::acos(ratio) * std::atan2(turn, first);
}

double angle(double x, double y)
{
  return std::atan2(y, x) + std::hypot(x, y) + std::exp(-x) + std::sin(turn * y);
}
