#include <cstdio>
double square(double x) { return x * x * 0.1; }
float square(float x) { return x * x * 0.3f; }
template <class T> T step(T x) { double weight = 0.3; T y = x * T(0.1); return y + weight * x; }
int main(int argc, char **)
{
  double a = 0.7 * argc, b = 0.3 * argc;
  float f = 0.11f * argc;
  double total = square(a) + square(f) + step(a) + step(f) + step(b * f) + step(f * f) + square(f * f) + square(a * b);
  printf("%.17g\n", total);
  return 0;
}
