#include "plate.h"

#include <math.h>
#include <stdlib.h>

int plate_init(plate_t *plate, int size, real conductivity, real left)
{
  size_t cells = (size_t)size * size;
  plate->size = size;
  plate->conductivity = conductivity;
  plate->left = left;
  plate->now = malloc(cells * sizeof(real));
  plate->next = malloc(cells * sizeof(real));
  if (!plate->now || !plate->next)
    return -1;
  for (int row = 0; row < size; row++)
    for (int column = 0; column < size; column++) {
      real across = (real)column / (size - 1);
      plate->now[at(plate, row, column)] = column == 0 ? left : 20.0 + 5.0 * sin(3.0 * across + 0.1 * row);
      plate->next[at(plate, row, column)] = plate->now[at(plate, row, column)];
    }
  return 0;
}

void plate_free(plate_t *plate)
{
  free(plate->now);
  free(plate->next);
}

summary_t plate_summary(const plate_t *plate)
{
  summary_t found = {1e30, -1e30, 0.0};
  int cells = plate->size * plate->size;
  for (int cell = 0; cell < cells; cell++) {
    real value = plate->now[cell];
    if (value < found.lowest)
      found.lowest = value;
    if (value > found.highest)
      found.highest = value;
    found.mean += value;
  }
  found.mean /= cells;
  return found;
}
