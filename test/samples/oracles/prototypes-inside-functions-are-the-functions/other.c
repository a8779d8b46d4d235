double steps[3] = {0.1, 0.2, 0.3};
double elsewhere(int n, const double *c)
{
  extern double factor;
  double scaled(double x);
  double s = 0;
  for (int i = 0; i < n; i++) s += c[i] * factor;
  return scaled(s);
}
