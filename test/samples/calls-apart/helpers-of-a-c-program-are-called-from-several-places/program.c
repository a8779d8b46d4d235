/* Particles on springs: a few steps, the energy before and after, and a check against what is known. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double real;
#define COUNT 12
#define SQUARE(x) ((x) * (x))

typedef struct {
    real x, v;
    real m;
} particle_t;

static real energy(const particle_t *p, int n, real k);
real mean(const real *values, int n);

__attribute__((noinline)) static void accelerate(particle_t *p, const real *force, int n, real dt)
{
    for (int i = 0; i < n; i++)
        p[i].v += dt * force[i] / p[i].m;
}

static void move(particle_t *p, int n, real dt) /* by their speeds */
{
    for (int i = 0; i < n; i++)
        p[i].x += dt * p[i].v;
}

static void forces(const particle_t *p, real *force, int n, real k)
{
    for (int i = 0; i < n; i++) {
        real left = i > 0 ? p[i].x - p[i - 1].x : 0.0;
        real right = i < n - 1 ? p[i + 1].x - p[i].x : 0.0;
        force[i] = k * (right - left);
    }
}

static void step(particle_t *p, real *force, int n, real k, real dt)
{
    forces(p, force, n, k);
    accelerate(p, force, n, 0.5 * dt);
    move(p, n, dt);
    forces(p, force, n, k);
    accelerate(p, force, n, 0.5 * dt);
}

int main(int argc, char **argv)
{
    int verify = argc > 1 && atoi(argv[1]) > 0;
    particle_t chain[COUNT];
    real force[COUNT], positions[COUNT], speeds[COUNT];
    for (int i = 0; i < COUNT; i++) {
        chain[i].x = 1.1 * i + sin(0.7 * i);
        chain[i].v = 0.0;
        chain[i].m = 1.0 + 0.1 * i;
    }
    real before = energy(chain, COUNT, 3.7);
    for (int t = 0; t < 20; t++)
        step(chain, force, COUNT, 3.7, 0.013);
    real after = energy(chain, COUNT, 3.7);
    for (int i = 0; i < COUNT; i++) {
        positions[i] = chain[i].x;
        speeds[i] = chain[i].v;
    }
    printf("%.17g %.17g\n", (double)before, (double)after);
    printf("%.17g %.17g\n", (double)mean(positions, COUNT), (double)mean(speeds, COUNT));
    if (verify && fabs(after - before) > 1e-2 * fabs(before)) {
        printf("energy is lost\n");
        return 1;
    }
    return 0;
}

static real energy(const particle_t *p, int n, real k)
{
    real kinetic = 0.0, potential = 0.0; /* of all */
    for (int i = 0; i < n; i++)
        kinetic += 0.5 * p[i].m * SQUARE(p[i].v);
    for (int i = 1; i < n; i++)
        potential += 0.5 * k * SQUARE(p[i].x - p[i - 1].x);
    return kinetic + potential;
} /* energy */

real mean(const real *values, int n)
{
    real sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum / n;
}
