#include "shape.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct halves { float lo, hi; };
struct mid { int tag; union { struct halves h; double d; } u; };
union top { struct mid m[2]; struct { uint64_t a, b, c, d; double beyond; } raw; };
struct holder { double before; union top t; double after; };
struct bits { unsigned sign : 1, rest : 31; double v; };
struct __attribute__((packed)) packed { char c; double v; float t; };
union laid { struct bits b; struct packed p; };
int main(void)
{
  shape_t s[3] = {{.circle = {{CIRCLE, 0}, 0.1}}, {.rect = {{RECT, 0}, 0.3, 0.7}}};
  struct label l = {{LABEL, 0.2}, "label", 0.9};
  memcpy(&s[2], &l, sizeof l);
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += s[i].head.area = area(&s[i]);
  printf("%.17g %.17g %.17g %s\n", sum, s[1].rect.h.area, scale_of(&s[2]), s[2].label.text);
  struct holder h[2];
  memset(h, 0, sizeof h);
  h[0].before = 0.1;
  h[1].after = 0.7;
  h[0].t.m[0].u.d = 0.1;
  h[0].t.m[1].u.h.hi = 0.3f;
  h[1].t.raw.beyond = 0.9;
  printf("%.9g %.17g %llx %.17g %.17g\n", h[0].t.m[0].u.h.lo, h[0].before, (unsigned long long)h[0].t.raw.d,
         h[1].t.raw.beyond, h[1].after);
  union laid k = {.p = {'x', 0.1, 0.2f}};
  union { int kind; struct { int again; double x, y; }; } e = {.x = 0.1, .y = 0.3};
  printf("%u %.17g %d %.17g\n", k.b.rest, k.p.v, e.kind, e.x + e.y);
  return 0;
}
