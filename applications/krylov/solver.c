#include "solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static scalar *new_vector(int n)
{
    return (scalar *)device_malloc(n * sizeof(scalar));
}

/* y = A x, after the halo of x has come from the neighbours */
static void apply(struct workspace *work, scalar *x, scalar *y)
{
#ifdef USING_MPI
    int rows = work->matrix.rows, halo = work->matrix.columns - rows, plane = work->grid->nx * work->grid->ny;
    if (halo > 0) {
        device_download(work->halo, x, plane * sizeof(scalar));
        device_download(work->halo + rows - plane, x + rows - plane, plane * sizeof(scalar));
        comm_exchange_halo(work->grid, work->halo);
        device_upload(x + rows, work->halo + rows, halo * sizeof(scalar));
    }
#endif
    device_spmv(&work->matrix, x, y);
}

static scalar dot(struct workspace *work, const scalar *x, const scalar *y)
{
    scalar sum = device_dot(work->matrix.rows, x, y);
#ifdef USING_MPI
    comm_sum(&sum, 1);
#endif
    return sum;
}

void no_preconditioner(struct workspace *work, const scalar *r, scalar *z)
{
    device_copy(z, r, work->matrix.rows * sizeof(scalar));
}

void jacobi(struct workspace *work, const scalar *r, scalar *z)
{
    device_scale_by_diagonal(&work->matrix, r, z);
}

void jacobi_sweeps(struct workspace *work, const scalar *r, scalar *z)
{
    const scalar damping = 0.8;
    device_scale_by_diagonal(&work->matrix, r, z);
    for (int sweep = 1; sweep < work->sweeps; sweep++) {
        apply(work, z, work->scratch);
        device_sweep(&work->matrix, damping, r, work->scratch, z);
    }
}

void create_workspace(struct workspace *work, const struct problem *problem, preconditioner precondition, int sweeps)
{
    int rows = problem->matrix.rows, columns = problem->matrix.columns;
    work->grid = &problem->grid;
    work->precondition = precondition;
    work->sweeps = sweeps;
    device_create_matrix(&work->matrix, &problem->matrix);
    work->halo = (scalar *)malloc(columns * sizeof(scalar));
    scalar **vectors[] = {&work->x, &work->b, &work->r, &work->r0, &work->p, &work->v,
                          &work->s, &work->t, &work->y, &work->z,  &work->scratch};
    for (unsigned k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
        *vectors[k] = new_vector(columns);
    device_upload(work->b, problem->right_side, rows * sizeof(scalar));
}

void free_workspace(struct workspace *work)
{
    device_free_matrix(&work->matrix);
    free(work->halo);
    scalar *vectors[] = {work->x, work->b, work->r, work->r0, work->p, work->v,
                         work->s, work->t, work->y, work->z,  work->scratch};
    for (unsigned k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
        device_free(vectors[k]);
}

static void report(int iteration, scalar residual, int verbose)
{
    if (verbose && comm_rank() == 0)
        printf("iteration %d residual " SCALAR_FORMAT "\n", iteration, residual);
}

struct outcome conjugate_gradients(struct workspace *work, int most, scalar tolerance, int verbose)
{
    int n = work->matrix.rows;
    struct outcome outcome = {0, 0, 1.0, 0.0};
    scalar norm = sqrt(dot(work, work->b, work->b));
    double start = comm_seconds();

    device_copy(work->r, work->b, n * sizeof(scalar));
    work->precondition(work, work->r, work->z);
    device_copy(work->p, work->z, n * sizeof(scalar));
    scalar rz = dot(work, work->r, work->z);
    while (outcome.iterations < most && !outcome.converged) {
        apply(work, work->p, work->v);
        scalar alpha = rz / dot(work, work->p, work->v);
        device_axpy(n, alpha, work->p, work->x);
        device_axpy(n, -alpha, work->v, work->r);
        work->precondition(work, work->r, work->z);
        scalar next = dot(work, work->r, work->z);
        device_xpby(n, work->z, next / rz, work->p);
        rz = next;
        outcome.residual = sqrt(dot(work, work->r, work->r)) / norm;
        outcome.iterations++;
        outcome.converged = outcome.residual <= tolerance;
        report(outcome.iterations, outcome.residual, verbose);
    }
    device_wait();
    outcome.seconds = comm_seconds() - start;
    return outcome;
}

struct outcome bicgstab(struct workspace *work, int most, scalar tolerance, int verbose)
{
    int n = work->matrix.rows;
    struct outcome outcome = {0, 0, 1.0, 0.0};
    scalar norm = sqrt(dot(work, work->b, work->b));
    scalar rho = 1.0, alpha = 1.0, omega = 1.0;
    double start = comm_seconds();

    device_copy(work->r, work->b, n * sizeof(scalar));
    device_copy(work->r0, work->r, n * sizeof(scalar));
    while (outcome.iterations < most && !outcome.converged) {
        scalar next = dot(work, work->r0, work->r);
        if (fabs(next) < 1e-30)
            break; /* the shadow residual has become orthogonal */
        scalar beta = (next / rho) * (alpha / omega);
        rho = next;
        device_update_direction(n, work->r, outcome.iterations == 0 ? 0.0 : beta, omega, work->v, work->p);
        work->precondition(work, work->p, work->y);
        apply(work, work->y, work->v);
        alpha = rho / dot(work, work->r0, work->v);
        device_waxpy(n, work->r, -alpha, work->v, work->s);
        work->precondition(work, work->s, work->z);
        apply(work, work->z, work->t);
        scalar products[2];
        device_two_dots(n, work->s, work->t, products);
#ifdef USING_MPI
        comm_sum(products, 2);
#endif
        omega = products[0] / products[1];
        device_update_solution(n, alpha, work->y, omega, work->z, work->x);
        device_waxpy(n, work->s, -omega, work->t, work->r);
        outcome.residual = sqrt(dot(work, work->r, work->r)) / norm;
        outcome.iterations++;
        outcome.converged = outcome.residual <= tolerance;
        report(outcome.iterations, outcome.residual, verbose);
    }
    device_wait();
    outcome.seconds = comm_seconds() - start;
    return outcome;
}
