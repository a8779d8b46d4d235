#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define WORD 4
/* one that counts elements and their size, one that counts bytes, one that cuts from a fixed pool */
static void *reserve(unsigned long count, int size) { return malloc(count * size); }
static void *claim(size_t bytes)
{
  void *memory = malloc(bytes);
  if (!memory) exit(1);
  return memory;
}
static char pool[4096];
static size_t used;
static void *cut(size_t bytes)
{
  void *memory = pool + used;
  used += bytes;
  return memory;
}
static size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64; }
struct point { double x, y; };

static void fill(float *low, float *high, int n)
{
  for (int i = 0; i < n; i++) high[i] = 2.0f + i * 0.1f;
  for (int i = 0; i < n; i++) low[i] = 0.3f;
  printf("%.9g %.9g %.9g\n", low[n - 1], high[0], high[n / 2]);
}

int main(void)
{
  const int n = 64;
  float *counted = (float *)reserve(n, sizeof(float)), *counted2 = (float *)reserve(n, sizeof(float));
  for (int i = 0; i < n; i++) counted2[i] = 1 / (i + 1.0f);
  for (int i = 0; i < n; i++) counted[i] = 0.25f;
  printf("%.9g %.9g\n", counted[n - 1], counted2[2]);
  float *literal = (float *)malloc(64 * 4), *literal2 = (float *)malloc(64 * 4);
  fill(literal, literal2, n);
  float *word = calloc(n, WORD);
  float *swapped = calloc(sizeof(float), n);
  word[n - 1] = swapped[n - 1] = 0.1f;
  float *carved = cut(n * sizeof(float)), *carved2 = cut(n * sizeof(float));
  for (int i = 0; i < n; i++) carved2[i] = 0.7f;
  for (int i = 0; i < n; i++) carved[i] = 0.2f;
  size_t bytes = n * sizeof(float);
  int *order = claim(bytes);
  float *beside = claim(bytes);
  for (int i = 0; i < n; i++) order[i] = i;
  for (int i = 0; i < n; i++) beside[i] = 0.1f * order[i];
  size_t rounded = n * sizeof(float);
  float *plain = claim(rounded), *aligned = claim(padded(rounded));
  for (int i = 0; i < n; i++) aligned[i] = 0.6f;
  for (int i = 0; i < n; i++) plain[i] = 0.4f;
  float other[8], *skipped = (float *)((char *)other + 8);
  for (int i = 0; i < 8; i++) other[i] = i * 0.3f;
  struct point *points = malloc(8 * 16);
  points[7].y = 0.1;
  points[7].x = points[7].y / 3;
  float filled[4];
  memset(filled, 1, sizeof filled);
  float whole[4];
  memset(whole, 0, 16);
  printf("%.9g %.9g %.9g %.9g\n", word[n - 1], swapped[n - 1], carved[n - 1], carved2[0]);
  printf("%.9g %.9g %.9g %d\n", beside[n - 1], plain[n - 1], aligned[0], order[n - 1]);
  printf("%.9g %.17g %.9g %.9g\n", skipped[0], points[7].x, filled[1], whole[3]);
  return 0;
}
