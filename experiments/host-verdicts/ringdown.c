/* Modal synthesis of a struck bar: each mode is a two-pole resonator, excited by a short hammer blow and left to ring. Prints the energy of
 * each group of modes and of the sound, and the centroid of the sound in time.
 *   ringdown [modes] [samples]
 * Most modes die out long before the sound ends.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUPS 8
#define FRAME 512

struct bank {
  int modes;
  double *a1, *a2; /* feedback: y[t] = gain x[t] + a1 y[t-1] + a2 y[t-2] */
  double *gain;
  double *y1, *y2;
};

static double *numbers(int count)
{
  double *p = calloc(count, sizeof(double));
  if (!p) {
    fprintf(stderr, "ringdown: not enough memory\n");
    exit(1);
  }
  return p;
}

/* Frequencies of a free bar go like (k + 1/2)²; high modes are damped more. */
static void tune_bank(struct bank *b, double rate)
{
  for (int k = 0; k < b->modes; k++) {
    double order = 1.0 + 6.0 * k / b->modes;
    double frequency = 110.0 * (order + 0.5) * (order + 0.5);
    double decay = 700.0 + 14.0 * order * order;
    double radius = exp(-decay / rate);
    double angle = 2.0 * 3.14159265358979323846 * frequency / rate;
    b->a1[k] = 2.0 * radius * cos(angle);
    b->a2[k] = -radius * radius;
    b->gain[k] = sin(angle) / (1.0 + 0.3 * order);
  }
}

/* The blow: half a sine of 2 ms. */
static double hammer(int t, double rate)
{
  double length = 0.002 * rate;
  return t < length ? sin(3.14159265358979323846 * t / length) : 0.0;
}

/* One mode over one frame, added to the sound; its energy. */
static double ring(struct bank *b, int k, const double *blow, double *sound, int count)
{
  double a1 = b->a1[k], a2 = b->a2[k], gain = b->gain[k];
  double y1 = b->y1[k], y2 = b->y2[k];
  double energy = 0.0;
  for (int t = 0; t < count; t++) {
    double y = gain * blow[t] + a1 * y1 + a2 * y2;
    y2 = y1;
    y1 = y;
    sound[t] += y;
    energy += y * y;
  }
  b->y1[k] = y1;
  b->y2[k] = y2;
  return energy;
}

int main(int argc, char **argv)
{
  int modes = argc > 1 ? atoi(argv[1]) : 9000;
  int samples = argc > 2 ? atoi(argv[2]) : 6500;
  if (modes < GROUPS || samples < FRAME) {
    fprintf(stderr, "usage: ringdown [modes, at least %d] [samples, at least %d]\n", GROUPS, FRAME);
    return 2;
  }
  double rate = 48000.0;
  struct bank b = {modes, numbers(modes), numbers(modes), numbers(modes), numbers(modes), numbers(modes)};
  tune_bank(&b, rate);

  double blow[FRAME], sound[FRAME];
  double of_group[GROUPS] = {0.0};
  double total = 0.0, moment = 0.0, peak = 0.0;
  for (int first = 0; first < samples; first += FRAME) {
    int count = samples - first < FRAME ? samples - first : FRAME;
    for (int t = 0; t < count; t++) {
      blow[t] = hammer(first + t, rate);
      sound[t] = 0.0;
    }
    for (int k = 0; k < modes; k++) of_group[k * GROUPS / modes] += ring(&b, k, blow, sound, count);
    for (int t = 0; t < count; t++) {
      double power = sound[t] * sound[t];
      total += power;
      moment += power * ((first + t) / rate);
      if (power > peak) peak = power;
    }
  }

  for (int g = 0; g < GROUPS; g++) printf("modes %4d to %4d  energy %.12e\n", g * modes / GROUPS, (g + 1) * modes / GROUPS - 1, of_group[g]);
  printf("sound            energy %.12e\n", total);
  printf("peak             %.12e\n", sqrt(peak));
  printf("centroid         %.12e s\n", moment / total);
  free(b.a1);
  free(b.a2);
  free(b.gain);
  free(b.y1);
  free(b.y2);
  return 0;
}
