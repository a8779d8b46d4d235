#ifndef STATE_H
#define STATE_H

#define CELLS 200

extern double dt;
extern double density[CELLS];
extern double *flux;
extern float courant;

/* set by the coupling library we link against; not ours */
extern double library_tolerance;

double largest_speed(const double *values, int n);
void advance(int steps);

#endif
