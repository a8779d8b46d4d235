#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

struct turn {
  double sine, cosine;
};

int main(void)
{
  double angle = 0.4, sine, cosine, table[4], whole, *next = table + 2;
  float narrow_sine, narrow_cosine;
  struct turn turn;
  int exponent, quotient;
  sincos(angle / 3, &sine, &cosine);
  sincos(sine + cosine, &table[0], table + 1);
  sincos(table[1], next, next + 1);
  sincos(cosine, &turn.sine, &turn.cosine);
  sincosf(0.7f, &narrow_sine, &narrow_cosine);
  double part = modf(17 * angle / 3, &whole);
  double fraction = frexp(part, &exponent) * cosine;
  double left = remquo(9 * sine, cosine, &quotient) + sine;
  printf("%.17g %.17g\n", sine, cosine);
  for (int i = 0; i < 4; i++) printf("%.17g\n", table[i]);
  printf("%.17g %.17g %.17g %.17g\n", turn.sine, turn.cosine, narrow_sine, narrow_cosine);
  printf("%.17g %.17g %.17g %d %.17g %d\n", part, whole, fraction, exponent, left, quotient);
  return 0;
}
