#include "comm.h"

#include <stdlib.h>
#ifndef USING_MPI
#include <time.h>
#endif

#ifdef USING_MPI

static int my_rank = 0, my_size = 1;

void comm_start(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &my_size);
}

void comm_end(void) { MPI_Finalize(); }
void comm_abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }
int comm_rank(void) { return my_rank; }
int comm_size(void) { return my_size; }
double comm_seconds(void) { return MPI_Wtime(); }

void comm_sum(scalar *values, int count)
{
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_SCALAR, MPI_SUM, MPI_COMM_WORLD);
}

void comm_exchange_halo(const struct grid *grid, scalar *vector)
{
    MPI_Request request[4];
    int many = 0, plane = grid->nx * grid->ny, own = plane * grid->nz;
    scalar *halo = vector + own;
    if (my_rank > 0) {
        MPI_Irecv(halo, plane, MPI_SCALAR, my_rank - 1, 0, MPI_COMM_WORLD, &request[many++]);
        MPI_Isend(vector, plane, MPI_SCALAR, my_rank - 1, 1, MPI_COMM_WORLD, &request[many++]);
        halo += plane;
    }
    if (my_rank < my_size - 1) {
        MPI_Irecv(halo, plane, MPI_SCALAR, my_rank + 1, 1, MPI_COMM_WORLD, &request[many++]);
        MPI_Isend(vector + own - plane, plane, MPI_SCALAR, my_rank + 1, 0, MPI_COMM_WORLD, &request[many++]);
    }
    MPI_Waitall(many, request, MPI_STATUSES_IGNORE);
}

#else

void comm_start(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
}

void comm_end(void) {}
void comm_abort(int code) { exit(code); }
int comm_rank(void) { return 0; }
int comm_size(void) { return 1; }

double comm_seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

void comm_sum(scalar *values, int count)
{
    (void)values;
    (void)count;
}

void comm_exchange_halo(const struct grid *grid, scalar *vector)
{
    (void)grid;
    (void)vector;
}

#endif
