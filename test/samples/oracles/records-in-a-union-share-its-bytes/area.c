#include "shape.h"
double area(const shape_t *s) { return s->kind == CIRCLE ? 3.14159 * s->circle.r * s->circle.r : s->kind == RECT ? s->rect.w * s->rect.d : s->head.area * s->label.scale; }
double scale_of(const void *any) { const struct head *h = any; return h->kind == LABEL ? ((const struct label *)any)->scale : 1; }
