/* The table of formats and the counters of an instrumented program, once per program. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char mx_operation_formats[MX_OPERATIONS + 1];
char mx_site_formats[MX_SITES + 1];

static unsigned long long *counts;
static double *differences;
static size_t length;

void mx_load_formats(void)
{
  const char *text = getenv("MANTISSA_FORMATS");
  const char *bar = text ? strchr(text, '|') : NULL;
  if (!bar) {
    fprintf(stderr, "mantissa: MANTISSA_FORMATS is not set: this is an instrumented program, run it through mantissa\n");
    exit(87);
  }
  if ((size_t) (bar - text) != MX_OPERATIONS || strlen(bar + 1) != MX_SITES) {
    fprintf(stderr, "mantissa: MANTISSA_FORMATS has %zu operations and %zu sites when it should have %d and %d\n", (size_t) (bar - text), strlen(bar + 1), MX_OPERATIONS, MX_SITES);
    exit(87);
  }
  memcpy(mx_operation_formats, text, MX_OPERATIONS);
  memcpy(mx_site_formats, bar + 1, MX_SITES);
}

static void write_report(void)
{
  const char *name = getenv("MANTISSA_REPORT");
  FILE *file = name ? fopen(name, "w") : NULL;
  if (!file) return;
  for (size_t k = 0; k < length; k++)
    if (counts[k]) fprintf(file, "%zu %llu %.17g\n", k, counts[k], differences[k]);
  fclose(file);
}

static void grow(int operation)
{
  size_t wanted = length ? length : 1024;
  while (wanted <= (size_t) operation) wanted *= 2;
  counts = (unsigned long long *) realloc(counts, wanted * sizeof *counts);
  differences = (double *) realloc(differences, wanted * sizeof *differences);
  if (!counts || !differences) abort();
  memset(counts + length, 0, (wanted - length) * sizeof *counts);
  memset(differences + length, 0, (wanted - length) * sizeof *differences);
  if (length == 0) atexit(write_report);
  length = wanted;
}

void mx_report_count(int operation)
{
  if ((size_t) operation >= length) grow(operation);
  counts[operation]++;
}

/* e = |(v64 - v32) / v64|; an exact zero against a zero is no error, against anything else the whole value is lost (1);
 * where either is not a number or infinite and the two differ, likewise 1. */
void mx_report_difference(int operation, double exact, double shadow)
{
  if ((size_t) operation >= length) grow(operation);
  counts[operation]++;
  double e = 0;
  if (exact != shadow && !(exact != exact && shadow != shadow)) {
    e = fabs((exact - shadow) / exact);
    if (!(e <= 1)) e = 1;
  }
  differences[operation] += e;
}
