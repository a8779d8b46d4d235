#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* tables of rows: counted in doubles, in pointers, by what they point to, in one block */
static double **block(int rows, int columns)
{
  double **table = malloc(rows * sizeof(double *));
  table[0] = malloc(rows * columns * sizeof(double));
  for (int i = 1; i < rows; i++) table[i] = table[0] + i * columns;
  return table;
}
static void *claim(size_t bytes) { return malloc(bytes); }

/* one block for the pointers and the numbers */
static float **together(int r, int c)
{
  float **m = malloc(r * sizeof(float *) + (size_t)r * c * sizeof(float));
  float *d = (float *)(m + r);
  for (int i = 0; i < r; i++) m[i] = d + i * c;
  return m;
}

int main(void)
{
  int count = 400;
  double **table = (double **)malloc(count * sizeof(double));
  double **claimed = claim(count * sizeof(double)), **copied = claim(count * sizeof *copied);
  double ***deep = malloc(2 * sizeof(double));
  double sum = 0;
  for (int i = 0; i < count; i++) {
    table[i] = (double *)malloc(3 * sizeof(double));
    claimed[i] = malloc(2 * sizeof **claimed);
    table[i][1] = i * 0.1;
    claimed[i][1] = i * 0.3;
  }
  memcpy(copied, claimed, count * sizeof(double *));
  deep[1] = table;
  for (int i = 0; i < count; i++) sum += deep[1][i][1] - copied[i][1];
  double **rows = block(count, 3);
  rows[count - 1][2] = sum / 7;
  size_t bytes = count * sizeof(double);
  double **both = malloc(bytes), *row = malloc(bytes);
  for (int i = 0; i < count; i++) {
    row[i] = 0.1 * i;
    both[i] = &row[i];
  }
  float **first = together(40, 8), **second = together(40, 8);
  for (int i = 0; i < 320; i++) second[i / 8][i % 8] = 1;
  for (int i = 0; i < 320; i++) first[i / 8][i % 8] = i * .1f;
  printf("%.9g %.9g\n", first[39][7], second[0][0]);
  printf("%.17g %.17g %.17g\n", sum, rows[count - 1][2], *both[count - 1]);
  return 0;
}
