#ifndef PLASMA_TYPES_H
#define PLASMA_TYPES_H

#ifdef SINGLE_PRECISION
typedef float real_t;
#define REAL_NAME "float"
#else
typedef double real_t;
#define REAL_NAME "double"
#endif

/* An electron, or rather as many as its weight says. Positions in cells, velocities in thermal velocities. */
struct Particle {
  real_t x, y;
  real_t vx, vy, vz;
  real_t weight;
  int id;
  int cell;
};

/* A field on the nodes of the grid; rows are padded, `stride` counts numbers. */
struct Field {
  int nx, ny;
  int stride;
  real_t *data;
};

struct FieldPair {
  real_t x, y;
};

/* both components of the electric field at each node */
struct VectorField {
  int nx, ny;
  FieldPair *data;
};

struct Diagnostics {
  real_t field_energy;
  real_t kinetic_energy;
  real_t momentum_x, momentum_y;
  real_t largest_charge;
};

struct Config {
  int nx, ny;
  int per_cell;
  int steps;
  int sweeps;
  int every;
  int seed;
  real_t dt;
  real_t magnetic;
  real_t perturbation;
  real_t thermal;
  const char *dump;
};

#endif
