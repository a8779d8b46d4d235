#include <stdio.h>
typedef float real;
int main(void) { float x = 0.1f, a[3] = {1, 2, 3}; double y = 0.3; struct { float p, q; } s = {1, 2};
 printf("%d %d %d %d %d\n", (int) sizeof x, (int) sizeof a, (int) sizeof y, (int) sizeof s, (int) sizeof(real));
 if (sizeof(x) == 4) printf("%.9g\n", x * 3); printf("%.9g %.17g %g\n", a[1], y, s.p); return 0; }
