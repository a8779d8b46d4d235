static void show(const double *values, int count)
{
  double first = values[0] / 3;
  for (int i = 1; i < count; i++) printf("%.17g ", values[i] - first);
}
