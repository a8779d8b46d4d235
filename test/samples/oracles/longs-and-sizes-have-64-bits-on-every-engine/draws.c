#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long word;
struct sample {
  double weight;
  long count;
  word bits;
};

static double draw(word *state) {
  *state = *state * 2862933555777941757UL + 3037000493l;
  return (*state >> 11) * (1.0 / 9007199254740992.0);
}

int main(void) {
  word state = 2026;
  double mean = 0;
  for (size_t k = 4; k-- > 0;) mean += draw(&state) / 4;
  struct sample *all = malloc(2 * sizeof(struct sample));
  all[0] = (struct sample){mean, 1L << 40, ~0ul};
  all[1].count = labs(-all[0].count) + strtol("5000000000", NULL, 0);
  size_t below = strlen("four") - 5;
  FILE *out = fopen("/dev/stdout", "w");
  if (!out) return 1;
  fprintf(out, "%.17g %lu %ld %zu %zu\n", mean, state, all[1].count, below, sizeof *all);
  fprintf(out, "%ld %lx %.17g\n", LONG_MAX, all[0].bits >> 36, (double)(below / 3));
  float row[below % 7];
  row[0] = mean;
  fprintf(out, "%zu %.9g\n", sizeof row / sizeof *row, row[0]);
  fclose(out);
  free(all);
  return 0;
}
