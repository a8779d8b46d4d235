#include "state.h"

double dt = 1.0e-3;
double density[CELLS];
double *flux;
float courant = 0.4f;
