#ifndef SOLVER_H
#define SOLVER_H

#include "comm.h"
#include "device.h"

struct workspace;

/* z = M^-1 r, both on the device */
typedef void (*preconditioner)(struct workspace *work, const scalar *r, scalar *z);

struct workspace {
    const struct grid *grid;
    struct device_matrix matrix;
    preconditioner precondition;
    int sweeps;
    scalar *halo;            /* one vector on the host, for what is sent */
    scalar *x, *b;
    scalar *r, *r0, *p, *v, *s, *t, *y, *z;
    scalar *scratch;
};

struct outcome {
    int iterations;
    int converged;
    scalar residual;         /* relative to the right side */
    double seconds;
};

void no_preconditioner(struct workspace *work, const scalar *r, scalar *z);
void jacobi(struct workspace *work, const scalar *r, scalar *z);
void jacobi_sweeps(struct workspace *work, const scalar *r, scalar *z);

void create_workspace(struct workspace *work, const struct problem *problem, preconditioner precondition, int sweeps);
void free_workspace(struct workspace *work);

struct outcome conjugate_gradients(struct workspace *work, int most, scalar tolerance, int verbose);
struct outcome bicgstab(struct workspace *work, int most, scalar tolerance, int verbose);

#endif
