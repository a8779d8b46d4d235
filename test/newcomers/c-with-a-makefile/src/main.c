#include "plate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int usage(const char *program)
{
  fprintf(stderr, "usage: %s [--size N] [--steps N] output\n", program);
  return 1;
}

int main(int argc, char **argv)
{
  int size = 32, steps = 100;
  const char *path = NULL;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--size") == 0 && i + 1 < argc)
      size = atoi(argv[++i]);
    else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc)
      steps = atoi(argv[++i]);
    else
      path = argv[i];
  }
  if (!path || size < 3 || steps < 1)
    return usage(argv[0]);

  plate_t plate;
  if (plate_init(&plate, size, 0.2, 100.0) != 0)
    return 2;
  clock_t begun = clock();
  real change = 0.0;
  for (int step = 0; step < steps; step++)
    change = plate_step(&plate);
  double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;

  summary_t summary = plate_summary(&plate);
#ifdef VERIFY
  if (summary.highest > plate.left || summary.lowest < 0.0) {
    fprintf(stderr, "heat was made out of nothing\n");
    return 3;
  }
#endif
  FILE *out = fopen(path, "w");
  if (!out)
    return 4;
  for (int column = 0; column < size; column++)
    fprintf(out, "%d %.15e\n", column, plate.now[at(&plate, size / 2, column)]);
  fclose(out);
  printf("lowest %g highest %g mean %g, last change %g\n", summary.lowest, summary.highest, summary.mean, change);
  printf("time %f s\n", seconds);
  plate_free(&plate);
  return 0;
}
