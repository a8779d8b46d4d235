#include <stdio.h>
#include <stdlib.h>
typedef double real;
struct ctx { real tol; real *work; void *user; };
typedef int (*monitor)(const struct ctx *c, size_t it, real res);
typedef struct { monitor watch; real (*eval)(void *user, real x); void (*destroy)(void *user); } hooks;
struct poly { real c[3]; };
static int quiet(const struct ctx *c, size_t it, real res) { return res < c->tol; }
static int loud(const struct ctx *c, size_t it, real res) { printf("%zu %.9g\n", it, (double)(res / 3)); return res < c->tol * 0.1; }
static real value(void *user, real x) { struct poly *p = user; return p->c[0] + x * (p->c[1] + x * p->c[2]); }
static void destroy(void *user) { free(user); }
static real newton(const hooks *h, struct ctx *c, real x)
{
    for (size_t it = 0; it < 10; it++) {
        real f = h->eval(c->user, x), d = (h->eval(c->user, x + 1e-3) - f) / 1e-3;
        c->work[it % 2] = f;
        x -= f / d;
        if (h->watch && h->watch(c, it, f < 0 ? -f : f)) break;
    }
    return x;
}
int main(int argc, char **argv)
{
    struct poly *p = malloc(sizeof *p);
    p->c[0] = -0.7; p->c[1] = 0.1; p->c[2] = 0.9;
    real work[2] = {0, 0};
    struct ctx c = {.tol = 1e-5, .work = work, .user = p};
    hooks h = {.watch = argc > 7 ? quiet : loud, .eval = value, .destroy = destroy};
    real x = newton(&h, &c, 1.0);
    printf("%.17g %.17g\n", (double)x, (double)work[0]);
    h.destroy(c.user);
    return 0;
}
