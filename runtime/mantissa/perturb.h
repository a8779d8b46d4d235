/* The normally distributed numbers that MANTISSA_INPUT adds. The environment variable MANTISSA_PERTURB holds a seed and a standard
 * deviation; without it nothing happens. A number depends on the seed, the name of the input and the count of numbers given under that name
 * before, so the original program and a variant are perturbed alike. MANTISSA_DISTANCES holds a line "distance name" for each input whose numbers
 * are moved by no more than that distance times the standard deviation. Each call writes a line "count nonzero minimum mean maximum name" of the
 * perturbed numbers to mantissa-input.txt; `nonzero` is the number of those that are not 0. */
#ifndef MANTISSA_PERTURB_H
#define MANTISSA_PERTURB_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double spread, distance;
  unsigned long long key;
  long long before;
  int asked;
  double least, sum, most;
  long long nonzero;
} mantissa_noise;

/* The finaliser of splitmix64: mixes the bits. */
static inline unsigned long long mantissa_mixed(unsigned long long bits)
{
  bits += 0x9e3779b97f4a7c15ULL;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31);
}

/* Numbers given under this name before, in this unit; names beyond the 64th share a count. */
static inline long long mantissa_given_before(unsigned long long hash, long long count)
{
  static unsigned long long hashes[64];
  static long long given[64];
  static int names = 0;
  int at = 0;
  long long before;
  while (at < names && hashes[at] != hash) at++;
  if (at == names) {
    if (names < 64) hashes[names++] = hash;
    else at = 63;
  }
  before = given[at];
  given[at] += count;
  return before;
}

/* The largest size that a perturbation of this input is relative to. */
static inline double mantissa_distance_of(const char *name)
{
  const char *at = getenv("MANTISSA_DISTANCES");
  while (at && *at) {
    char *rest;
    const double distance = strtod(at, &rest);
    const char *letter = name;
    if (*rest == ' ') rest++;
    while (*letter && *letter == *rest) letter++, rest++;
    if (!*letter && *rest == '\n') return distance;
    while (*rest && *rest != '\n') rest++;
    at = *rest ? rest + 1 : rest;
  }
  return HUGE_VAL;
}

static inline mantissa_noise mantissa_noise_of(const char *name, long long count)
{
  mantissa_noise noise = {0, HUGE_VAL, 0, 0, 0, HUGE_VAL, 0, -HUGE_VAL, 0};
  const char *asked = getenv("MANTISSA_PERTURB");
  unsigned long long hash = 0xcbf29ce484222325ULL;
  const char *letter;
  char *rest;
  if (!asked) return noise;
  noise.asked = 1;
  for (letter = name; *letter; letter++) hash = (hash ^ (unsigned char) *letter) * 0x100000001b3ULL;
  noise.key = mantissa_mixed(hash ^ mantissa_mixed(strtoull(asked, &rest, 10)));
  noise.spread = strtod(rest, NULL);
  noise.distance = mantissa_distance_of(name);
  noise.before = mantissa_given_before(hash, count);
  return noise;
}

static inline void mantissa_see(mantissa_noise *noise, double number)
{
  if (number < noise->least) noise->least = number;
  if (number > noise->most) noise->most = number;
  noise->sum += number;
  if (number != 0) noise->nonzero++;
}

static inline void mantissa_say(const mantissa_noise *noise, const char *name, long long count)
{
  FILE *file = noise->asked ? fopen("mantissa-input.txt", "a") : NULL;
  if (!file) return;
  fprintf(file, "%lld %lld %.17g %.17g %.17g %s\n", count, noise->nonzero, noise->least,
          noise->sum / (count > 0 ? (double) count : 1.0), noise->most, name);
  fclose(file);
}

/* The Box-Muller transform of two uniform numbers, the first in (0, 1]. */
static inline double mantissa_normal(const mantissa_noise *noise, long long at)
{
  unsigned long long bits = mantissa_mixed(noise->key ^ mantissa_mixed((unsigned long long) (noise->before + at)));
  double first = ((double) (bits >> 11) + 1) / 9007199254740992.0;
  double second = (double) (mantissa_mixed(bits) >> 11) / 9007199254740992.0;
  return sqrt(-2 * log(first)) * cos(6.283185307179586 * second);
}
#endif
