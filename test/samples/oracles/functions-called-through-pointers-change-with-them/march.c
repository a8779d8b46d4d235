#include "steps.h"

real march(struct method *method, real x, const real *weights, void *context)
{
    real y = method->run(x / 3, weights, context);
    real scaled = method->scale(y, 0.7f) + method->scale(1, 0.3f);
    method->finish(method, &scaled, 1);
    return scaled * 0.1 + method->last;
}

real area(real (*f)(real), real from, real to)
{
    real sum = 0;
    for (int i = 0; i < 8; i++)
        sum += f(from + (to - from) * i / 8) * 0.1;
    return sum;
}

real along(curve *f, real x)
{
    return (*f)(x * 0.7) / 3;
}

real twice(real outer(real (*inner)(real), real x), real (*inner)(real), real x)
{
    return outer(inner, x) + outer(inner, x / 3);
}
