// Only a changes: 1'000 is one number, whatever apostrophes stand behind it on the line.
#include <cstdio>
typedef double real;
int main()
{
  real a = 0.1, sum = 0;
  long n = 1'000; real b = 0.1; // it's kept in double
  long m = 0x7f'ff; real c = 0.1; char tag = 'x';
  a *= 3;
  b *= 3;
  c *= 1'0.0e-0'1;
  sum = a + b + c;
  std::printf("%.17g %.17g %.17g %.17g %ld %ld%c\n", a, b, c, sum, n, m, tag);
}
