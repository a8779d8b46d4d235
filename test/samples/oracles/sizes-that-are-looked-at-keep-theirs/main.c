#include <stdlib.h>
#include <stddef.h>
#include <stdio.h>
typedef float real;
typedef struct { int n; float v[3]; } cell;
struct part { double x[3]; float m; int id; };
struct summed { double x[3]; int kind; };
struct strided { double x[3]; int kind; };
struct named { double x[3]; int kind; };
struct reported { double x[3]; int kind; };
struct claimed { double x[3]; int kind; };
enum { NAMED = sizeof(struct named) };
static size_t used(const struct summed *s, int n) { return sizeof(int) + n * sizeof *s; }
static size_t bytes_of(int n) { return n * sizeof(struct claimed); }
static void sizes_on_their_way(void)
{
  struct summed s = {{.1, .2, .3}, 1};
  struct strided t = {{.1, .2, .3}, 1};
  struct named u = {{.1, .2, .3}, NAMED};
  int stride = sizeof(struct strided) / sizeof(int);
  size_t bytes = 3 * sizeof(struct reported);
  struct reported *r = malloc(bytes);
  struct claimed *c = malloc(bytes_of(3));
  r->x[0] = c->x[0] = .1;
  printf("%zu %d %d %zu\n", used(&s, 4), stride, u.kind, bytes);
  printf("%.17g %.17g %.17g %.17g %.17g\n", s.x[0] / 3, t.x[0] / 3, u.x[0] / 3, r->x[0] / 3, c->x[0] / 3);
}

int main(void) { float x = 0.1f, a[3] = {1, 2, 3}; double y = 0.3; struct { float p, q; } s = {1, 2};
 printf("%d %d %d %d %d\n", (int) sizeof x, (int) sizeof a, (int) sizeof y, (int) sizeof s, (int) sizeof(real));
 if (sizeof(x) == 4) printf("%.9g\n", x * 3); printf("%.9g %.17g %g\n", a[1], y, s.p);
 cell c = {2, {.1f}}; struct part p = {{.1}, .3f, 3};
 printf("%zu bytes, %zu, %d\n", c.n * sizeof(struct part), offsetof(cell, v), 8 + (int) sizeof(cell)); printf("%.17g\n", p.x[0] * p.m * c.v[0]); return 0;   sizes_on_their_way();
}
