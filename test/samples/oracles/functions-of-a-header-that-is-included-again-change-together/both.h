#define NAME total
#define PAIR pair_total
#define START 0.25
#define OP +
#include "sum.inc"
#undef NAME
#undef OP
#undef START
#undef PAIR
#define NAME product
#define PAIR pair_product
#define START 1.0
#define OP *
#include "sum.inc"
