// Simpson's rule on two integrals known in closed form: sin(pi x) over (0, 1) and x exp(-x) over (0, 5).
//   simpsons [intervals]      prints each integral with an eighth, a quarter, half and all of the intervals
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double sine(double x)
{
  const double pi = 3.14159265358979323846;
  return sin(pi * x);
}

static double decay(double x)
{
  return x * exp(-x);
}

static double simpsonOfSine(double from, double to, long intervals)
{
  double h = (to - from) / intervals;
  double odd = 0.0, even = 0.0;
  for (long i = 1; i < intervals; i += 2) odd += sine(from + i * h);
  for (long i = 2; i < intervals; i += 2) even += sine(from + i * h);
  return h / 3.0 * (sine(from) + 4.0 * odd + 2.0 * even + sine(to));
}

// The point is stepped instead of computed anew: its error grows with the number of steps.
static double simpsonOfDecay(double from, double to, long intervals)
{
  double h = (to - from) / intervals;
  double x = from + h;
  double weighted = 0.0;
  for (long i = 1; i < intervals; i++) {
    double weight = i % 2 == 1 ? 4.0 : 2.0;
    weighted += weight * decay(x);
    x += h;
  }
  return h / 3.0 * (decay(from) + weighted + decay(to));
}

// Time is whole numbers, so that it is no business of a floating-point tuner.
static long microsecondsNow(void)
{
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return now.tv_sec * 1000000L + now.tv_nsec / 1000;
}

static long wholeNumber(const char *text, const char *what, long least, long most)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < least || value > most) {
    fprintf(stderr, "%s must be a whole number from %ld to %ld, not '%s'\n", what, least, most, text);
    exit(2);
  }
  return value;
}

int main(int argc, char **argv)
{
  long intervals = argc > 1 ? wholeNumber(argv[1], "intervals", 16, 1000000000L) : 1000000L;
  if (intervals % 16 != 0) {
    fprintf(stderr, "intervals must be a multiple of 16, not %ld: an eighth of them must still be even\n", intervals);
    return 2;
  }

  long started = microsecondsNow(), evaluations = 0;
  for (long n = intervals / 8; n <= intervals; n *= 2) {
    printf("sine %.17g\n", simpsonOfSine(0.0, 1.0, n));
    printf("decay %.17g\n", simpsonOfDecay(0.0, 5.0, n));
    evaluations += 2 * (n + 1);
  }
  long elapsed = microsecondsNow() - started;
  fprintf(stderr, "%ld thousand evaluations per second\n", evaluations * 1000 / (elapsed > 0 ? elapsed : 1));
  return 0;
}
