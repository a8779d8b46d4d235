#ifndef SERIES_HPP
#define SERIES_HPP

struct Series {
  int terms;
  double ratio;
  double sum(double first) const;
};
double angle(double x, double y);

#endif
