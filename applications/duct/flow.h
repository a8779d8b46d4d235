#ifndef FLOW_H
#define FLOW_H

typedef double fp;

struct fp3 {
  fp x, y, z;
};

/* conserved variables of a cell, one array of all cells after the other */
#define VAR_DENSITY 0
#define VAR_MOMENTUM 1
#define VAR_ENERGY 4
#define NVAR 5
#define NDIM 3

#define GAMMA 1.4
#define CFL 0.6
#define RK_STAGES 3

/* what lies beyond a face at the boundary, in place of a cell */
#define BEYOND_WALL (-1)
#define BEYOND_FREE_STREAM (-2)

#endif
