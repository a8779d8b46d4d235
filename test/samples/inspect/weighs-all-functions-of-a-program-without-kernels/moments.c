#include <stdio.h>

static double mean(const double *values, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; i++) sum += values[i];
  return sum / count;
}

static void square(double *values, int count) {
  for (int i = 0; i < count; i++) values[i] *= values[i];
}

int main(void) {
  double kept[8], read[8];
  FILE *file = fopen("numbers", "rb");
  if (file == NULL || fread(read, sizeof read, 1, file) != 1) return 1;
  for (int i = 0; i < 8; i++) kept[i] = read[i] * 2.0;
  for (int pass = 0; pass < 3; pass++) square(kept, 8);
  printf("%g\n", mean(kept, 8));
  return 0;
}
