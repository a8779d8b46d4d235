/* krylov: solves a convection-diffusion problem in a box by CG or BiCGStab on a GPU, or on several through MPI */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "device.h"
#include "matrix.h"
#include "solver.h"

struct settings {
    int nx, ny, nz;
    int most;
    scalar tolerance;
    scalar wind;
    const char *method;
    const char *preconditioner;
    int sweeps;
    int verbose;
};

static const struct {
    const char *name;
    preconditioner function;
    const char *help;
} preconditioners[] = {
    {"none", no_preconditioner, "nothing"},
    {"jacobi", jacobi, "the diagonal"},
    {"sweeps", jacobi_sweeps, "some damped sweeps of Jacobi"},
};
#define PRECONDITIONERS (sizeof preconditioners / sizeof preconditioners[0])

static void usage(void)
{
    if (comm_rank() == 0) {
        fprintf(stderr, "usage: krylov [options]\n");
        fprintf(stderr, "  -n <nx> <ny> <nz>   size of the box (12 12 12)\n");
        fprintf(stderr, "  -i <most>           iterations at most (20)\n");
        fprintf(stderr, "  -e <tolerance>      relative residual at which to stop (1e-10)\n");
        fprintf(stderr, "  -w <wind>           convection, 0 for a symmetric matrix (0.3)\n");
        fprintf(stderr, "  -m cg|bicgstab      the method (bicgstab, cg without wind)\n");
        for (size_t k = 0; k < PRECONDITIONERS; k++)
            fprintf(stderr, "  -p %-10s       precondition with %s\n", preconditioners[k].name, preconditioners[k].help);
        fprintf(stderr, "  -s <sweeps>         for -p sweeps (3)\n");
        fprintf(stderr, "  -v                  print the residual of every iteration\n");
    }
    comm_end();
    exit(1);
}

static void parse(struct settings *settings, int argc, char **argv)
{
    struct settings defaults = {12, 12, 12, 20, 1e-10, 0.3, NULL, "jacobi", 3, 0};
    *settings = defaults;
    for (int i = 1; i < argc; i++) {
        int left = argc - i - 1;
        if (strcmp(argv[i], "-n") == 0 && left >= 3) {
            settings->nx = atoi(argv[++i]);
            settings->ny = atoi(argv[++i]);
            settings->nz = atoi(argv[++i]);
        } else if (strcmp(argv[i], "-i") == 0 && left >= 1)
            settings->most = atoi(argv[++i]);
        else if (strcmp(argv[i], "-e") == 0 && left >= 1)
            settings->tolerance = atof(argv[++i]);
        else if (strcmp(argv[i], "-w") == 0 && left >= 1)
            settings->wind = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "-m") == 0 && left >= 1)
            settings->method = argv[++i];
        else if (strcmp(argv[i], "-p") == 0 && left >= 1)
            settings->preconditioner = argv[++i];
        else if (strcmp(argv[i], "-s") == 0 && left >= 1)
            settings->sweeps = atoi(argv[++i]);
        else if (strcmp(argv[i], "-v") == 0)
            settings->verbose = 1;
        else
            usage();
    }
    if (settings->nx < 2 || settings->ny < 2 || settings->nz < 2 || settings->most < 1)
        usage();
    if (settings->method == NULL)
        settings->method = settings->wind == 0.0 ? "cg" : "bicgstab";
}

static preconditioner find_preconditioner(const char *name)
{
    for (size_t k = 0; k < PRECONDITIONERS; k++)
        if (strcmp(preconditioners[k].name, name) == 0)
            return preconditioners[k].function;
    usage();
    return NULL;
}

/* how far the solution is from the one the right side was made of */
static void check_solution(const struct problem *problem, const scalar *solution)
{
    scalar sums[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < problem->matrix.rows; i++) {
        scalar difference = solution[i] - problem->exact[i];
        sums[0] += difference * difference;
        sums[1] += problem->exact[i] * problem->exact[i];
        sums[2] += solution[i] * (1.0 + i % 7);
    }
    comm_sum(sums, 3);
    if (comm_rank() != 0)
        return;
    printf("error    %.15e\n", sqrt(sums[0] / sums[1]));
    printf("norm     %.15e\n", sqrt(sums[1]));
    printf("checksum %.15e\n", sums[2]);
}

int main(int argc, char **argv)
{
    struct settings settings;
    struct problem problem;
    struct workspace work;
    struct outcome outcome;

    comm_start(&argc, &argv);
    parse(&settings, argc, argv);
    create_problem(&problem, settings.nx, settings.ny, settings.nz, settings.wind);
    create_workspace(&work, &problem, find_preconditioner(settings.preconditioner), settings.sweeps);
    if (comm_rank() == 0)
        fprintf(stderr, "%d rows and %d nonzeros on each of %d processes\n", problem.matrix.rows,
                problem.matrix.nonzeros, comm_size());

    if (strcmp(settings.method, "cg") == 0)
        outcome = conjugate_gradients(&work, settings.most, settings.tolerance, settings.verbose);
    else if (strcmp(settings.method, "bicgstab") == 0)
        outcome = bicgstab(&work, settings.most, settings.tolerance, settings.verbose);
    else
        usage();

    scalar *solution = (scalar *)checked_malloc(problem.matrix.rows * sizeof(scalar), "the solution");
    device_download(solution, work.x, problem.matrix.rows * sizeof(scalar));
    if (comm_rank() == 0) {
        printf("%s with %s\n", settings.method, settings.preconditioner);
        printf("residual %.15e\n", outcome.residual);
        fprintf(stderr, "%s after %d iterations, %.6f s, %.3f GB/s of matrix\n",
                outcome.converged ? "converged" : "stopped", outcome.iterations, outcome.seconds,
                1e-9 * outcome.iterations * problem.matrix.nonzeros * (sizeof(scalar) + sizeof(int)) / outcome.seconds);
    }
    check_solution(&problem, solution);

    free(solution);
    free_workspace(&work);
    free_problem(&problem);
    comm_end();
    return 0;
}
