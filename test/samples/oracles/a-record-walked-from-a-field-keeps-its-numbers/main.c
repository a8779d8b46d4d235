#include <stdio.h>
#include <stddef.h>
#include <string.h>
typedef struct { double x[3]; int kind, pad; } atom;
typedef struct { float w; int k; } weighed;
struct tag { int k, l; };
struct tagged { struct tag tag; double d; };
typedef struct { long id; double d[3]; } numbered;
typedef struct { double v; char name[8]; } named;
typedef struct { int n; double v; } bytes;
typedef struct { int n; double v; } kept;
typedef struct { const int *first; int step; } view;
typedef struct { double v; int n, row[4]; char name[8]; } free_one;
typedef struct { int n; double v; } sized;

static int sum(const int *t, int stride, int n) { int s = 0; for (int i = 0; i < n; i++) s += t[i * stride]; return s; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int second(view w) { return w.first[w.step]; }

int main(void)
{
  atom a[3] = {{{.1, .2, .3}, 1, 0}, {{.4, .5, .6}, 2, 0}, {{.7, .8, .9}, 3, 0}};
  printf("%.17g %d\n", a[1].x[0] / 3, sum(&a[0].kind, 8, 3));
  weighed f[3] = {{.1f, 7}, {.2f, 8}, {.3f, 9}};
  const int *k = &f[0].k;
  printf("%.9g %d %d\n", f[1].w / 3, k[2], k[4]);
  struct tagged o[2] = {{{1, 2}, .1}, {{3, 4}, .2}};
  const struct tag *t = &o->tag;
  numbered z[2] = {{1, {.1}}, {2, {.2}}};
  long *id = &z->id;
  id += 4;
  printf("%.17g %d %.17g %ld\n", o[1].d / 3, t[2].k, z[1].d[0] / 3, *id);
  named r[2] = {{.1, "one"}, {.2, "two"}};
  const char *name = r[0].name;
  bytes b[2] = {{1, .3}, {2, .7}};
  const unsigned char *q = (const unsigned char *)&b[0].n;
  kept h[2] = {{5, .3}, {6, .7}};
  view w = {&h[0].n, 4};
  printf("%.17g %s %.17g %d %.17g %d\n", r[1].v / 3, name + 16, b[1].v / 3, memcmp(q + 16, &b[1].n, sizeof(int)), h[1].v / 3, second(w));
  free_one g[2] = {{.1, 1, {1, 2, 3, 4}, "abc"}, {.2, 2, {5, 6, 7, 8}, "de"}};
  swap(&g[0].n, &g[1].n);
  int *row = g[1].row, total = 0, length = 0;
  for (int i = 0; i < 4; i++) total += row[i];
  for (char *s = g[0].name; *s; s++) length++;
  sized y[2] = {{1, .3}, {2, .7}};
  const char *at = (const char *)&y[0].n;
  int last;
  memcpy(&last, at + 1 * sizeof(sized), sizeof last);
  printf("%.17g %d %d %d %.17g %d\n", g[1].v / 3, g[0].n, total, length, y[1].v / 3, last);
  return 0;
}
