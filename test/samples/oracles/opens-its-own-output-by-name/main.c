#include <stdio.h>

/* What a filter without an -o option is given: a name for its own output. */
static void report(const char *name, const char *how, double value)
{
  FILE *place = fopen(name, how);
  if (!place) {
    perror(name);
    return;
  }
  fprintf(place, "%s %.17g\n", name, value);
  fclose(place);
}

/* A file without a name, as text and as bytes. */
static void forget(double value)
{
  FILE *one = tmpfile(), *other = tmpfile();
  double back = 0;
  int bytes[2] = {7, 9}, read[2] = {0, 0};
  if (!one || !other) return;
  fprintf(one, "%.17g\n", value);
  fwrite(bytes, sizeof bytes, 1, other);
  rewind(one);
  rewind(other);
  if (fscanf(one, "%lf", &back) != 1 || fread(read, sizeof read, 1, other) != 1) return;
  printf("without a name %.17g %d %d\n", back, read[0], read[1]);
  fclose(one);
  fclose(other);
}

int main(void)
{
  double third = 1.0 / 3;
  float sum = 0;
  char line[80] = "";
  FILE *kept;
  for (int k = 1; k < 5; k++) sum += third / k;
  report("/dev/stdout", "w", sum);
  report("/proc/self/fd/1", "a", third);
  report("/dev/stderr", "w", sum);
  if (!freopen("/dev/stdout", "w", stdout)) return 1;
  printf("opened again %.17g\n", sum * third);
  forget(third / 7);
  fflush(stdout);
  if (!freopen("kept.txt", "w", stdout)) return 2;
  printf("%.17g in a file\n", sum - third);
  if (!freopen("/dev/stderr", "w", stdout)) return 3;
  kept = fopen("kept.txt", "r");
  if (!kept || !fgets(line, sizeof line, kept)) return 4;
  report("/dev/fd/1", "w", sum * third);
  fprintf(stderr, "read %s", line);
  return 0;
}
