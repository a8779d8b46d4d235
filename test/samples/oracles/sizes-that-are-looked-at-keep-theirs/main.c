#include <stddef.h>
#include <stdio.h>
typedef float real;
typedef struct { int n; float v[3]; } cell;
struct part { double x[3]; float m; int id; };
int main(void) { float x = 0.1f, a[3] = {1, 2, 3}; double y = 0.3; struct { float p, q; } s = {1, 2};
 printf("%d %d %d %d %d\n", (int) sizeof x, (int) sizeof a, (int) sizeof y, (int) sizeof s, (int) sizeof(real));
 if (sizeof(x) == 4) printf("%.9g\n", x * 3); printf("%.9g %.17g %g\n", a[1], y, s.p);
 cell c = {2, {.1f}}; struct part p = {{.1}, .3f, 3};
 printf("%zu bytes, %zu, %d\n", c.n * sizeof(struct part), offsetof(cell, v), 8 + (int) sizeof(cell)); printf("%.17g\n", p.x[0] * p.m * c.v[0]); return 0; }
