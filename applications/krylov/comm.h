#ifndef COMM_H
#define COMM_H

#include "matrix.h"

/* One process, or many: without -DUSING_MPI there is one, and nothing is sent. */
void comm_start(int *argc, char ***argv);
void comm_end(void);
void comm_abort(int code);
int comm_rank(void);
int comm_size(void);
void comm_sum(scalar *values, int count);
void comm_exchange_halo(const struct grid *grid, scalar *vector);
double comm_seconds(void);

#endif
