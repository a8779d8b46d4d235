#include <stdio.h>
int main(void)
{
  const char *text = "1.000000059604644775390626 0.1 9 1.000000059604644775390626 8.5 0.7";
  double x = 0, y[3] = {0}, *p = y;
  float declared;
  long double kept = 0;
  unsigned long count;
  int length, read;
  read = sscanf(text, "%lf%*f %lu%f%n %5lf", &x, &count, &declared, &length, p + 1);
  read += sscanf(text, "%Lf", &kept);
  if (sscanf("none", "%lf", &y[2]) != 1) read += 100;
  printf("%d %d %lu %.17g %.17g %.17g %.17g %.20Lg\n", read, length, count, x, declared, y[1], y[2], kept);
  return 0;
}
