#ifndef SCALAR_H
#define SCALAR_H

/* the type that is computed with, and what MPI and printf call it */
typedef double scalar;

#ifdef USING_MPI
#include <mpi.h>
#define MPI_SCALAR MPI_DOUBLE
#endif

#define SCALAR_FORMAT "%.15e"

#endif
