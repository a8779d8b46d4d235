static double scale(double x) { double y = x * 0.7; return y; }
#define NAME third
#define PAIR pair_third
#define START 0.5
#define OP -
#include "sum.inc"
#undef NAME
#undef OP
#undef START
#undef PAIR
#include "both.h"
double other(double *a, int n) { double q = total(a, n, 0.1); return q + product(a, n, 0.9) + third(a, n, 0.3); }
