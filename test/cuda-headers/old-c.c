/* C as it was before 1999: what clang rejects by default and gcc only warned about. */
#include <stdlib.h>
static x = 3;
int helper(p) double *p; { return foo(p) + bar(); }
int main() { int *p = 3; double *q = p; char *s = malloc(3); return helper(q) + s[0]; }
