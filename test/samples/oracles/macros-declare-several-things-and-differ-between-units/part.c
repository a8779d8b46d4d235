#include "image.h"
int count(Image *i) { return i->p[0] > 0; }
double work(Image *i, struct Deep d) { level *= third(table[0]); return i->p[0] * count(i) * i->scale + level + d.a[1] * d.b.in; }
