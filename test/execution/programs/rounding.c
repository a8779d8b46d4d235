/* Rounds random and awkward numbers to the half formats by every way there is, against a definition that is slow and plain:
 * count the steps of the last place, rounding the count. Prints how many it tried, and those that came out wrong.
 *   rounding <numbers>
 * MX_OPERATIONS 4: one operation per letter in the order h b H B, and sites likewise. */
#include <math.h>
#include <stdint.h>
#include "mantissa_instrument.h"

short mx_operation_formats[] = {'h', 'b', 'H', 'B'};
short mx_site_formats[] = {'h', 'b', 'h', 'b'};

static double slowly(double x, int bits, int least, int largest)
{
  int exponent;
  if (x != x || x == 0 || fabs(x) == HUGE_VAL) return x;
  frexp(x, &exponent); /* x = 0.1… * 2^exponent */
  if (exponent - 1 < least) exponent = least + 1;
  const double y = ldexp(rint(ldexp(x, bits - exponent)), exponent - bits);
  return fabs(y) >= ldexp(1, largest + 1) ? copysign(HUGE_VAL, x) : y == 0 ? copysign(0, x) : y;
}

static uint64_t state = 88172645463325252u;
static uint64_t draw(void)
{
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/* Any bits at all; exponents around the formats' ranges; ties and their neighbours. */
static double number(void)
{
  uint64_t u = draw();
  const int kind = (int) (draw() % 4);
  if (kind > 0) u = (u & ~((uint64_t) 0x7ff << 52)) | (uint64_t) ((kind == 1 ? 870 : 980) + draw() % (kind == 1 ? 300 : 64)) << 52;
  if (kind == 3) {
    const int kept = 36 + (int) (draw() % 12);
    u = ((u >> kept) << kept) + (draw() % 3) - 1;
  }
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}

static int wrong;
static void expect(const char *how, double x, double expected, double actual)
{
  if ((memcmp(&expected, &actual, sizeof actual) != 0 && !(expected != expected && actual != actual)) && wrong++ < 20)
    printf("%s of %a is %a and should be %a\n", how, x, actual, expected);
}

int main(int argc, char **argv)
{
  const long numbers = argc > 1 ? atol(argv[1]) : 1000;
  volatile double zero = 0;
  for (long k = 0; k < numbers; k++) {
    const double x = number();
    const double h = slowly(x, 11, -14, 15), b = slowly(x, 8, -126, 127);
    expect("mx_round h", x, h, mx_round('h', x));
    expect("mx_round b", x, b, mx_round('b', x));
    expect("mx_as h", x, h, mx_as(0, x));
    expect("mx_as B", x, b, mx_as(3, x));
    expect("mx_store h", x, h, mx_store(0, x));
    expect("mx_store b", x, b, mx_store(1, x));
    /* an operation rounds its exact result: here x itself */
    expect("mx_sub h", x, h, mx_sub(0, x, zero));
    expect("mx_sub b", x, b, mx_sub(1, x, zero));
    /* one asked for by name rounds its operands */
    expect("mx_sub H", x, h, mx_sub(2, x, zero));
    expect("mx_sub B", x, b, mx_sub(3, x, zero));
    expect("mx_store_of, one format", x, h, mx_store_of(0, 0, mx_sub(0, x, zero)));
    expect("mx_store_of, two formats", x, slowly(h, 8, -126, 127), mx_store_of(1, 0, mx_sub(0, x, zero)));
  }
  printf("%ld numbers, %d wrong\n", numbers, wrong);
  return wrong != 0;
}
