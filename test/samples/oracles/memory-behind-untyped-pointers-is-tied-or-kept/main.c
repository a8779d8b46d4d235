#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* sorted and searched by the library, with one order for all */
static int order(const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* a record whose first field is the key that it is sorted by */
struct entry { double key; int id; };
static int byKey(const void *a, const void *b)
{
  const double *left = a, *right = b;
  return (*left > *right) - (*left < *right);
}

/* a record of numbers alone is an array as well */
struct pair { double first, second; };
static double product(void *p)
{
  double *c = p;
  return c[0] * c[1] / 3;
}

/* threads: one is given numbers, one a record, one returns what it was given */
struct job { double *numbers; int count; double sum; };
static void *scale(void *p)
{
  double *x = p;
  x[0] *= 3;
  return NULL;
}
static void *add(void *p)
{
  struct job *job = p;
  for (int i = 0; i < job->count; i++) job->sum += job->numbers[i] / 7;
  return NULL;
}
static void *second(void *p)
{
  double *given = p;
  given[1] = given[0] / 7;
  return given + 1;
}

/* called through a pointer with whatever its caller has */
static double integrate(double (*f)(double, void *), int n, void *context)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += f(i * .1, context);
  return sum;
}
static double line(double x, void *p)
{
  const double *coefficients = (const double *) p;
  return coefficients[0] + x * coefficients[1];
}

static double table[2] = {.1, .7};
static double *pick(void) { return table; }
static void *untyped(void) { return table + 1; }

static double variadic(int n, ...)
{
  va_list list;
  va_start(list, n);
  double *from = va_arg(list, double *);
  double result = from[0] / 3;
  va_end(list);
  return result;
}

int main(void)
{
  double sorted[5] = {.5, .2, .4, .1, .3}, key = .3;
  qsort(sorted, 5, sizeof(double), order);
  double *found = bsearch(&key, sorted, 5, sizeof sorted[0], &order);
  struct entry entries[3] = {{.3, 1}, {.1, 2}, {.2, 3}};
  qsort(entries, 3, sizeof(struct entry), byKey);
  struct pair pair = {.1, .7};

  double scaled[2] = {.1, .2}, summed[3] = {.1, .2, .3}, returned[2] = {.7, 0};
  struct job job = {summed, 3, 0};
  pthread_t threads[3];
  void *result;
  pthread_create(&threads[0], NULL, scale, scaled);
  pthread_create(&threads[1], NULL, add, &job);
  pthread_create(&threads[2], NULL, second, returned);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], &result);

  double coefficients[2] = {.1, .2}, listed[2] = {.3, .4};
  double *(*typed)(void) = pick;
  void *(*plain)(void) = untyped;
  double *picked = typed(), *other = plain();
  size_t bytes = 2 * sizeof(double);
  double *measured = malloc(bytes), *written = calloc(2, 8);
  measured[0] = .1;
  measured[1] = .7;
  FILE *file = tmpfile();
  fwrite(listed, 1, bytes, file);
  rewind(file);
  if (fread(written, 8, 2, file) != 2) return 1;
  printf("%.17g %.17g %d %d %.17g\n", sorted[0] / 3, key / 3, (int) (found - sorted), entries[0].id, entries[2].key / 3);
  printf("%.17g %.17g %.17g %.17g\n", product(&pair), scaled[0], job.sum, *(double *) result);
  printf("%.17g %.17g %.17g\n", integrate(line, 10, coefficients), picked[1] / 3, other[0] / 7);
  printf("%.17g %.17g %.17g\n", variadic(1, listed), written[1] / 3, measured[1] / 3);
  return 0;
}
