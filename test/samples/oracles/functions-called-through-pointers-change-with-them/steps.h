#ifndef STEPS_H
#define STEPS_H

typedef double real;

/* a step from x by h, and what the caller keeps for it */
typedef real (*step)(real x, const real *weights, void *context);
typedef real curve(real x);

struct method {
    const char *name;
    step run;
    real (*scale)(real /* what it scales */, float by);
    void (*finish)(struct method *self, real *values, int n);
    real last;
};

real march(struct method *method, real x, const real *weights, void *context);
real area(real (*f)(real), real from, real to);
real along(curve *f, real x);
real twice(real outer(real (*inner)(real), real x), real (*inner)(real), real x);

#endif
