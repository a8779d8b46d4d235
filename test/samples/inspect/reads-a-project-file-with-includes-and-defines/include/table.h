#ifndef TABLE_H
#define TABLE_H

#include "real.h"

void printRange(const real *range, int n);

#endif
