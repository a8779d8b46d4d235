// Summary of a survey: means, a weighted fit, outliers removed.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <numeric>
#include <vector>

struct Fit {
  double slope = 0.0;
  double intercept = 0.0;
};

static double mean(const std::vector<double> &values)
{
  double sum = 0.0;
  for (double v : values) sum += v;
  return sum / values.size();
}

static void subtract(std::vector<double> &values, double level)
{
  for (double &v : values) v -= level;
}

static Fit fitLine(const std::vector<double> &x, const std::vector<double> &y)
{
  Fit fit;
  double sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto weight = 1.0 / (1.0 + x[i] * x[i]);
    const auto &ordinate = y[i];
    sxx += weight * x[i] * x[i];
    sxy += weight * x[i] * ordinate;
  }
  fit.slope = sxy / sxx;
  fit.intercept = mean(y) - fit.slope * mean(x);
  return fit;
}

int main()
{
  std::vector<double> hours, level;
  std::vector<float> quality(200, 1.0f);
  for (int i = 0; i < 200; ++i) {
    hours.push_back(0.25 * i);
    level.push_back(3.0 + 0.5 * std::sin(0.1 * i) + 0.002 * i);
  }
  subtract(hours, mean(hours));

  auto fit = fitLine(hours, level);
  auto count = hours.size();
  auto trust = 0.0f;
  for (auto q : quality) trust += q;
  for (const auto &h : hours)
    if (std::abs(h) > 24.0) --count;

  std::cout.precision(15);
  std::cout << fit.slope << " " << fit.intercept << " " << count << " " << trust << "\n";
  return 0;
}
