#include "inner.h"
#include "h.h"
void fill(Grid *g, double by) { g->width *= wave(by) + twice(0.1); g->height += area(*g); shared_state += g->width * by; }
