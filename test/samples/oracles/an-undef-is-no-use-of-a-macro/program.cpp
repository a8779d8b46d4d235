// Most of what is spelt with the macro changes, so a patch defines it anew and gives what stays another name. `#undef T` still names the macro:
// the template behind it has a parameter of that name.
#include <cstdio>

#define T double
static T mean(T a, T b) { T sum = a + b; return sum / 3; }
static T third(T a) { T part = a / 3; return part; }
#undef T

template <class T> T scaled(T x) { return x / 7; }

int main(int argc, char **)
{
  printf("%.17g %.17g %.17g\n", mean(argc, 0.7), third(argc / 11.0), scaled(argc / 13.0));
  return 0;
}
