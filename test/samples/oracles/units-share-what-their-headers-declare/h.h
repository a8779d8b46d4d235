#ifndef H_H
#define H_H
#include <math.h>
#include "inner.h"
#define SCALE(x) ((x) * 0.3)
struct Grid { double width; float height; };
static inline double area(const Grid &g) { return SCALE(g.width) * g.height + HALF; }
template <class T> T twice(T x) { return x + x * 0.1; }
void fill(Grid *g, double by);
#endif
