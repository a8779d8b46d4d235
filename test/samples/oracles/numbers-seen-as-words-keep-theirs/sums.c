#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "real.h"

/* Checksums over memory without a type: by bytes under a system's name, by words, by two words at once. */
typedef struct { real x, y; } box;
typedef struct { real x, y; int id; } item;
static unsigned bytes(const void *p, size_t n) { const uint8_t *b = p; unsigned h = 7; while (n--) h = h * 31 + *b++; return h; }
static unsigned words(const void *p, size_t n) { const unsigned *b = p; unsigned h = 7; for (n /= 4; n--;) h = h * 31 + *b++; return h; }
static uint64_t both(void *p) { uint64_t *q = (uint64_t *) p; return q[0] ^ q[1]; }
static unsigned high(uintptr_t at) { return *(unsigned char *) (at + 4); }
static unsigned several(int n, ...)
{
  unsigned h = 9;
  va_list ap;
  va_start(ap, n);
  while (n--) {
    const unsigned char *p = va_arg(ap, void *);
    size_t k = va_arg(ap, size_t);
    while (k--) h = h * 3 + *p++;
  }
  va_end(ap);
  return h;
}
static void fill(void *p, int n) { int *q = p; for (int i = 0; i < n / 4; i++) q[i] = 0x3f800000 + i; }
typedef struct { real a, b; } named;
typedef struct { real c, d; } passed;
static void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }

int main(void)
{
  box a = {0.1, 0.2};
  real v[3] = {0.1, 0.2, 0.3}, w[2] = {0.3, 0.7}, z[2] = {0.4, 0.9};
  float f[4];
  named at = {0.1, 0.2};
  passed one = {0.3, 0.4};
  int *order = get(3 * sizeof(int));
  real *x = (real *) get(3 * sizeof(real));
  item *items = get(3 * sizeof(item));
  uint32_t *ids = get(3 * sizeof *ids);
  for (int i = 0; i < 3; i++) {
    order[i] = 2 - i;
    x[i] = i / 7.0;
    ids[i] = (uint32_t) i;
    items[i].x = i * 0.1;
    items[i].y = 0.3;
    items[i].id = order[i];
  }
  printf("%u %u %u %llu\n", words(&a, sizeof a), bytes(w, sizeof w), words(v, sizeof v), (unsigned long long) both(z));
  fill(f, sizeof f);
  printf("%.9g %.9g %u %u\n", f[0], f[3], high((uintptr_t) &at), several(1, &one, sizeof one));
  printf("%.17g %.17g\n", x[order[0]] * ids[1], items[order[1]].x + items[2].y);
  return 0;
}
