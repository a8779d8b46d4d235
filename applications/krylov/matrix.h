#ifndef MATRIX_H
#define MATRIX_H

#include <stddef.h>
#include "scalar.h"

/* compressed rows; the columns of a process beyond its own rows are its halo */
struct csr_matrix {
    int rows;
    int columns;
    int nonzeros;
    int *row_start;
    int *column;
    scalar *value;
};

struct grid {
    int nx, ny, nz;       /* of this process */
    int first_plane;      /* of the whole grid */
    int all_planes;
};

struct problem {
    struct grid grid;
    struct csr_matrix matrix;
    scalar *exact;        /* the solution it was made from */
    scalar *right_side;
};

/* convection and diffusion in a box, seven points; wind is the cell Peclet number */
void create_problem(struct problem *problem, int nx, int ny, int nz, scalar wind);
void free_problem(struct problem *problem);

void multiply(const struct csr_matrix *matrix, const scalar *x, scalar *y);
void *checked_malloc(size_t bytes, const char *what);

#endif
