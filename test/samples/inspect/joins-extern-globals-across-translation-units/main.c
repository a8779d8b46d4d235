#include <stdio.h>
#include <stdlib.h>
#include "state.h"

int main(void)
{
  double *workspace = malloc(CELLS * sizeof *workspace);
  if (workspace == NULL) return 1;
  flux = workspace;
  for (int i = 0; i < CELLS; i++) density[i] = i < CELLS / 2 ? 1.0 : 0.125;
  advance(100);
  printf("%.12f %.12f\n", density[CELLS / 2], dt);
  free(workspace);
  return 0;
}
