#include <stdio.h>
#include "steps.h"

struct damping {
    double factor, offset;
};

static real euler(real x, const real *weights, void *context)
{
    struct damping *damping = (struct damping *)context;
    return x * weights[0] * damping->factor + 0.1;
}

static real heun(real x, const real *weights, void *context)
{
    struct damping *damping = (struct damping *)context;
    return (x * weights[0] + x / weights[1]) * damping->factor + damping->offset;
}

static real stretched(real value, float by) { return value * by; }

static void finished(struct method *self, real *values, int n)
{
    for (int i = 0; i < n; i++)
        values[i] = values[i] / 7;
    self->last = values[0];
}

static real square(real x) { return x * x / 3; }
static real cube(real x) { return x * x * x / 7; }
static real at(real (*inner)(real), real x) { return inner(x * 0.1); }

static double untouched(double x) { return x / 7; }

static const struct {
    const char *name;
    step run;
} methods[] = {{"euler", euler}, {"heun", heun}};

int main(void)
{
    real weights[2] = {0.3, 0.7};
    struct damping damping = {0.9, 0.1};
    curve *curves[] = {square, cube};
    real (*const best)(real) = cube;
    for (int i = 0; i < 2; i++) {
        struct method method = {methods[i].name, methods[i].run, stretched, finished, 0.1};
        real y = march(&method, 0.1, weights, &damping);
        printf("%s %.17g %.17g %.17g\n", method.name, (double)y, (double)area(curves[i], 0.1, 0.9), (double)along(curves[i], y));
    }
    printf("%.17g %.17g %d\n", (double)twice(at, best, 0.3), (double)best(0.7), best == cube);
    printf("%.17g\n", untouched(0.1));
    return 0;
}
