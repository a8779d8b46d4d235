#ifndef PLATE_H
#define PLATE_H

#include <stddef.h>

typedef double real;

typedef struct {
  int size;
  real conductivity;
  real left;
  real *now;
  real *next;
} plate_t;

typedef struct {
  real lowest, highest, mean;
} summary_t;

int plate_init(plate_t *plate, int size, real conductivity, real left);
void plate_free(plate_t *plate);
real plate_step(plate_t *plate);
summary_t plate_summary(const plate_t *plate);

static inline size_t at(const plate_t *plate, int row, int column)
{
  return (size_t)row * plate->size + column;
}

#endif
