// Byte counts that several arrays share: a variable whose factor changes later, a macro, a field, twice a count.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SAMPLES 7
#define BYTES (SAMPLES * sizeof(double))

struct plan { int cells; size_t bytes; };

static double *zeros(const struct plan *plan)
{
  double *made = malloc(plan->bytes);
  memset(made, 0, plan->bytes);
  return made;
}

int main(void)
{
  int cells = 5;
  size_t bytes = (size_t) cells * sizeof(double);
  double *level = malloc(bytes), *slope = malloc(bytes);
  double *both = (double *) malloc(2 * bytes);
  double *time = malloc(BYTES), *dose = malloc(BYTES);
  struct plan plan = { cells, cells * sizeof(double) };
  double *sum = zeros(&plan), *part = malloc(plan.bytes);
  for (int i = 0; i < cells; i++) {
    level[i] = 1.0 / (i + 3);
    slope[i] = level[i] * 1.7;
    part[i] = slope[i] / 3;
    sum[i] += part[i];
  }
  memset(both, 0, 2 * bytes);
  memcpy(both + cells, level, bytes);
  for (int i = 0; i < SAMPLES; i++) {
    time[i] = i / 9.0;
    dose[i] = time[i] * 1.1;
  }
  cells = 100;
  double *kept = malloc(bytes);
  memcpy(kept, slope, bytes);
  for (int i = 0; i < 5; i++) printf("%.17g %.17g %.17g %.17g %.17g\n", level[i], both[5 + i], kept[i], part[i], sum[i]);
  for (int i = 0; i < SAMPLES; i++) printf("%.17g %.17g\n", time[i], dose[i]);
  free(level), free(slope), free(both), free(time), free(dose), free(sum), free(part), free(kept);
  return 0;
}
