#include "matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "comm.h"

void *checked_malloc(size_t bytes, const char *what)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "no memory for %s (%lu bytes)\n", what, (unsigned long)bytes);
        comm_abort(1);
    }
    return memory;
}

static int index_of(const struct grid *grid, int i, int j, int k)
{
    return (k * grid->ny + j) * grid->nx + i;
}

/* halo planes follow the rows: the one below, then the one above */
static int column_of(const struct grid *grid, int i, int j, int k)
{
    int own = grid->nx * grid->ny * grid->nz;
    if (k < 0)
        return own + j * grid->nx + i;
    if (k >= grid->nz)
        return own + (grid->first_plane > 0 ? grid->nx * grid->ny : 0) + j * grid->nx + i;
    return index_of(grid, i, j, k);
}

static void add_entry(struct csr_matrix *matrix, int column, scalar value)
{
    matrix->column[matrix->nonzeros] = column;
    matrix->value[matrix->nonzeros] = value;
    matrix->nonzeros++;
}

/* a coefficient that varies by an order of magnitude over the box */
static scalar conductivity(const struct grid *grid, int i, int j, int k)
{
    scalar x = (i + 0.5) / grid->nx, y = (j + 0.5) / grid->ny;
    scalar z = (grid->first_plane + k + 0.5) / grid->all_planes;
    return 1.0 + 4.0 * x * x + 0.5 * sin(6.0 * y) * cos(5.0 * z);
}

static void fill_row(const struct grid *grid, struct csr_matrix *matrix, int i, int j, int k, scalar wind)
{
    int plane = grid->first_plane + k;
    scalar c = conductivity(grid, i, j, k);
    scalar diagonal = 0.0;
    int row = index_of(grid, i, j, k);
    matrix->row_start[row] = matrix->nonzeros;
    if (plane > 0)
        add_entry(matrix, column_of(grid, i, j, k - 1), -c);
    if (j > 0)
        add_entry(matrix, column_of(grid, i, j - 1, k), -c);
    if (i > 0)
        add_entry(matrix, column_of(grid, i - 1, j, k), -c * (1.0 + wind));
    if (i < grid->nx - 1)
        add_entry(matrix, column_of(grid, i + 1, j, k), -c * (1.0 - wind));
    if (j < grid->ny - 1)
        add_entry(matrix, column_of(grid, i, j + 1, k), -c);
    if (plane < grid->all_planes - 1)
        add_entry(matrix, column_of(grid, i, j, k + 1), -c);
    diagonal = 6.0 * c + 0.05;
    add_entry(matrix, row, diagonal);
}

static void create_matrix(const struct grid *grid, struct csr_matrix *matrix, scalar wind)
{
    int rows = grid->nx * grid->ny * grid->nz;
    int halo = 0;
    if (grid->first_plane > 0)
        halo += grid->nx * grid->ny;
    if (grid->first_plane + grid->nz < grid->all_planes)
        halo += grid->nx * grid->ny;
    matrix->rows = rows;
    matrix->columns = rows + halo;
    matrix->nonzeros = 0;
    matrix->row_start = checked_malloc((rows + 1) * sizeof(int), "row starts");
    matrix->column = checked_malloc(7 * rows * sizeof(int), "columns");
    matrix->value = (scalar *)checked_malloc(7 * rows * sizeof(scalar), "values");
    for (int k = 0; k < grid->nz; k++)
        for (int j = 0; j < grid->ny; j++)
            for (int i = 0; i < grid->nx; i++)
                fill_row(grid, matrix, i, j, k, wind);
    matrix->row_start[rows] = matrix->nonzeros;
}

void multiply(const struct csr_matrix *matrix, const scalar *x, scalar *y)
{
    for (int row = 0; row < matrix->rows; row++) {
        scalar sum = 0.0;
        for (int k = matrix->row_start[row]; k < matrix->row_start[row + 1]; k++)
            sum += matrix->value[k] * x[matrix->column[k]];
        y[row] = sum;
    }
}

void create_problem(struct problem *problem, int nx, int ny, int nz, scalar wind)
{
    struct grid *grid = &problem->grid;
    int planes = nz / comm_size(), rest = nz % comm_size();
    grid->nx = nx;
    grid->ny = ny;
    grid->nz = planes + (comm_rank() < rest ? 1 : 0);
    grid->first_plane = comm_rank() * planes + (comm_rank() < rest ? comm_rank() : rest);
    grid->all_planes = nz;
    create_matrix(grid, &problem->matrix, wind);

    int rows = problem->matrix.rows;
    problem->exact = checked_malloc(sizeof(*problem->exact) * problem->matrix.columns, "the exact solution");
    problem->right_side = checked_malloc(sizeof(*problem->right_side) * rows, "the right side");
    for (int k = 0; k < grid->nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++) {
                scalar x = (i + 1.0) / (nx + 1), y = (j + 1.0) / (ny + 1);
                scalar z = (grid->first_plane + k + 1.0) / (nz + 1);
                problem->exact[index_of(grid, i, j, k)] = sin(3.0 * x) * (1.0 + y * y) + z * exp(-2.0 * x * y);
            }
    comm_exchange_halo(grid, problem->exact);
    multiply(&problem->matrix, problem->exact, problem->right_side);
}

void free_problem(struct problem *problem)
{
    free(problem->matrix.row_start);
    free(problem->matrix.column);
    free(problem->matrix.value);
    free(problem->exact);
    free(problem->right_side);
}
