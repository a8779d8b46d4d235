#pragma once

#include <vector>
#include "vec3.h"

#define TYPES 2
#define MAX_BONDS 2

// Lennard-Jones parameters of each pair of types, in constant memory on the device.
struct PairTable {
  real epsilon[TYPES][TYPES];
  real sigma2[TYPES][TYPES];
  real shift[TYPES][TYPES];
  real cutoff2;
};

struct BondParameters {
  real stiffness;
  real length;
  real bending;
};

// Beads on the device. Kernels get this record by value.
struct Beads {
  int count;
  vec3 *position;
  vec3 *velocity;
  vec3 *force;
  vec3 *reference;   // positions at the time the neighbour list was made
  real *mass;
  real *pair_energy;
  real *bond_energy;
  real *virial;
  int *type;
  int *bonded;       // MAX_BONDS a bead, -1 where there is none
};

struct NeighbourList {
  int capacity;      // neighbours a bead
  int *count;
  int *list;         // by neighbour first, then by bead
  int *overflow;
};

struct CellGrid {
  int side;          // cells along an edge
  int total;
  real inverse_width;
  int *count;
  int *start;
  int *fill;
  int *order;        // beads by cell
  int *cell_of;
};

struct Thermo {
  real pair;
  real bond;
  real kinetic;
  real temperature;
  real pressure;
};

struct Options {
  int side;
  int steps;
  int chain;
  int report;
  real density;
  real temperature;
  real timestep;
  real cutoff;
  real skin;
  bool thermostat;
};

struct Melt {
  Options options;
  Box box;
  PairTable table;
  BondParameters bonds;
  Beads beads;
  CellGrid grid;
  NeighbourList neighbours;
  real *block_sums;
  real *block_maxima;
  int rebuilds;

  // as it was built on the host
  std::vector<vec3> start_position;
  std::vector<vec3> start_velocity;
  std::vector<int> start_type;
  std::vector<int> start_bonded;
};

void build_melt(Melt &melt, const Options &options);
void upload_melt(Melt &melt);
void free_melt(Melt &melt);
#ifdef VERIFY
bool verify_forces(const Melt &melt);
#endif
