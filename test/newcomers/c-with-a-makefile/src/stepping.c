#include "plate.h"

/* One step of the explicit scheme; the largest change of any cell is returned. */
real plate_step(plate_t *plate)
{
  int last = plate->size - 1;
  real largest = 0.0;
  for (int row = 1; row < last; row++)
    for (int column = 1; column < last; column++) {
      real here = plate->now[at(plate, row, column)];
      real around = plate->now[at(plate, row - 1, column)] + plate->now[at(plate, row + 1, column)] +
                    plate->now[at(plate, row, column - 1)] + plate->now[at(plate, row, column + 1)];
      real change = plate->conductivity * (around - 4.0 * here);
      plate->next[at(plate, row, column)] = here + change;
      if (change < 0)
        change = -change;
      if (change > largest)
        largest = change;
    }
  real *old = plate->now;
  plate->now = plate->next;
  plate->next = old;
  return largest;
}
