// The length of the curve y = x + sin(2x)/2 + sin(4x)/4 + ... + sin(32x)/32 from 0 to pi, as that of a polygon on it.
//   funarc [segments]      prints the length up to each eighth of the way
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TERMS 5
#define CHECKPOINTS 8

static double curve(double x)
{
  double y = x;
  double frequency = 1.0, amplitude = 1.0;
  for (int k = 1; k <= TERMS; k++) {
    frequency *= 2.0;
    amplitude /= 2.0;
    y += amplitude * sin(frequency * x);
  }
  return y;
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
  long segments = argc > 1 ? wholeNumber(argv[1], "segments", CHECKPOINTS, 1000000000L) : 1000000L;
  const double pi = 3.14159265358979323846;
  double h = pi / segments;
  double length = 0.0;
  double before = curve(0.0);

  long started = microsecondsNow();
  for (long i = 1, checkpoint = 1; i <= segments; i++) {
    double here = curve(i * h);
    double rise = here - before;
    length += sqrt(h * h + rise * rise);
    before = here;
    if (i == segments * checkpoint / CHECKPOINTS) {
      printf("length %.17g\n", length);
      checkpoint++;
    }
  }
  long elapsed = microsecondsNow() - started;
  fprintf(stderr, "%ld thousand segments per second\n", segments * 1000 / (elapsed > 0 ? elapsed : 1));
  return 0;
}
