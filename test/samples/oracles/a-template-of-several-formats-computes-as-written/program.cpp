#include <cstdio>
template <class T> T step(T x) { double weight = 0.3; T y = x * T(0.1); return y + weight * x; }
int main(int argc, char **argv)
{
  double total = step(0.7 * argc) + step(0.7f * argc) + step(3 * argc);
  printf("%.17g\n", total);
  return 0;
}
