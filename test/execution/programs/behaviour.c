/* One program, many behaviours: the first argument picks one. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double pass_double(double x) {
  volatile double y = x;
  return y;
}

static float pass_float(float x) {
  volatile float y = x;
  return y;
}

static void print_double(const char *what, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  printf("%s %016llx\n", what, (unsigned long long)bits);
}

static void print_float(const char *what, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  printf("%s %08x\n", what, (unsigned)bits);
}

static int arithmetic(void) {
  uint64_t state = 88172645463325252ull;
  for (int k = 0; k < 200; k++) {
    double part[3];
    for (int j = 0; j < 3; j++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      part[j] = pass_double(ldexp((double)(int64_t)state, (int)(state % 64) - 90));
    }
    double a = part[0], b = part[1], c = part[2];
    print_double("+", a + b);
    print_double("-", a - b);
    print_double("*", a * b);
    print_double("/", a / b);
    print_double("sqrt", sqrt(fabs(a)));
    print_double("a*b+c", a * b + c);
    float x = pass_float((float)a), y = pass_float((float)b), z = pass_float((float)c);
    print_float("+f", x + y);
    print_float("-f", x - y);
    print_float("*f", x * y);
    print_float("/f", x / y);
    print_float("sqrtf", sqrtf(fabsf(x)));
    print_float("x*y+z", x * y + z);
  }
  print_double("subnormal", pass_double(5e-324) / 2 + pass_double(1e-310));
  print_double("overflow", pass_double(1e308) * 10);
  return 0;
}

/* (1+2^-27)^2 - (1+2^-26) is 0 when the product is rounded and 2^-54 when it is fused */
static int contraction(void) {
  double a = pass_double(1 + 0x1p-27), c = pass_double(-(1 + 0x1p-26));
  print_double("double", a * a + c);
  float x = pass_float(1 + 0x1p-12f), z = pass_float(-(1 + 0x1p-11f));
  print_float("float", x * x + z);
  print_double("fma", fma(a, a, c));
  return 0;
}

static int depth_left(int left) {
  volatile int here[8] = {left};
  return left == 0 ? 0 : 1 + depth_left(here[0] - 1);
}

static int without_end(volatile int *count) {
  volatile int here[16];
  here[0] = ++*count;
  return without_end(count) + here[0];
}

static char *volatile last_block;

static int memory(void) {
  for (int k = 0; k < 4096; k++) {
    last_block = malloc(16 << 20);
    if (!last_block) abort();
    memset(last_block, 1, 16 << 20);
  }
  return 0;
}

static int clocks(void) {
  struct timeval wall;
  gettimeofday(&wall, NULL);
  clock_t before = clock();
  volatile double sum = 0;
  for (int k = 0; k < 20000000; k++) sum += k;
  double used = (double)(clock() - before) / CLOCKS_PER_SEC;
  srand(1);
  int differs = rand() != rand();
  printf("%d %d %d %d\n", time(NULL) > 1600000000, wall.tv_sec > 1600000000, used > 0.001 && used < 60, differs);
  return 0;
}

static int files(void) {
  FILE *out = fopen("written.txt", "w");
  if (!out) return 10;
  fprintf(out, "%.17g\n", 0.1);
  fclose(out);
  double value = 0;
  FILE *in = fopen("written.txt", "r");
  if (!in || fscanf(in, "%lf", &value) != 1) return 11;
  fclose(in);
  FILE *given = fopen("data/given.bin", "rb");
  unsigned char bytes[4] = {0};
  size_t read = given ? fread(bytes, 1, sizeof bytes, given) : 0;
  printf("%.17g %zu %d %d\n", value, read, bytes[0], bytes[3]);
  return fopen("no-such-file", "r") ? 12 : 0;
}

static int places(void) {
  FILE *file = fopen("places.txt", "w+");
  fprintf(file, "0.1 0.2\n");
  fseek(file, 0, SEEK_END);
  printf("%ld", ftell(file));
  rewind(file);
  double first = 0, last = 0;
  if (fscanf(file, "%lf", &first) != 1) return 20;
  fseek(file, -4, SEEK_END);
  printf(" %ld", ftell(file));
  if (fscanf(file, "%lf", &last) != 1) return 21;
  printf(" %d", fseek(file, -100, SEEK_END));
  fclose(file);
  file = fopen("places.txt", "a");
  fputs("9\n", file);
  printf(" %ld", ftell(file));
  fclose(file);
  file = fopen("places.txt", "rb");
  fseek(file, -6, SEEK_END);
  fseek(file, 1, SEEK_CUR);
  printf(" %ld %g %g\n", ftell(file), first, last);
  fclose(file);
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "nothing";
  if (!strcmp(what, "nothing")) return 0;
  if (!strcmp(what, "hello")) {
    printf("%s", argv[0]);
    for (int k = 2; k < argc; k++) printf("|%s", argv[k]);
    printf("\n");
    fprintf(stderr, "to stderr\n");
    return 0;
  }
  if (!strcmp(what, "exit")) return atoi(argv[2]);
  if (!strcmp(what, "environment")) {
    const char *value = getenv("MX_GIVEN");
    printf("%s %d\n", value ? value : "unset", getenv("HOME") != NULL);
    return 0;
  }
  if (!strcmp(what, "arithmetic")) return arithmetic();
  if (!strcmp(what, "contraction")) return contraction();
  if (!strcmp(what, "loop"))
    for (volatile int k = 0;; k++) {
    }
  if (!strcmp(what, "flood")) {
    char line[4096];
    memset(line, 'x', sizeof line);
    for (int k = 0; k < 262144; k++) fwrite(line, 1, sizeof line, stdout);
    return 0;
  }
  if (!strcmp(what, "big-file")) {
    FILE *out = fopen("big", "w");
    char line[65536];
    memset(line, 'x', sizeof line);
    for (int k = 0; k < 4096; k++) fwrite(line, 1, sizeof line, out);
    return 0;
  }
  if (!strcmp(what, "memory")) return memory();
  if (!strcmp(what, "hold")) {
    size_t size = (size_t)atoi(argv[2]) << 20;
    char *block = malloc(size);
    if (!block) return 1;
    memset(block, 7, size);
    printf("%d\n", block[size - 1]);
    return 0;
  }
  if (!strcmp(what, "segfault")) {
    volatile size_t far = (size_t)-64;
    *(volatile int *)far = 1;
    return 0;
  }
  if (!strcmp(what, "abort")) abort();
  if (!strcmp(what, "divide")) {
    volatile int zero = 0, one = 1;
    printf("%d\n", one % zero);
    return 0;
  }
  if (!strcmp(what, "recursion")) {
    printf("%d\n", depth_left(60000));
    return 0;
  }
  if (!strcmp(what, "overflow")) {
    volatile int count = 0;
    return without_end(&count);
  }
  if (!strcmp(what, "bytes")) {
    for (int k = 0; k < 256; k++) putchar(k);
    return 0;
  }
  if (!strcmp(what, "integers")) {
    volatile int64_t big = 0x7fffffffffffffffll;
    volatile uint64_t hash = 1469598103934665603ull;
    printf("%lld %llu %d\n", (long long)(big / 3), (unsigned long long)(hash * 1099511628211ull), (int)(big % 1000));
    return 0;
  }
  if (!strcmp(what, "stdin")) {
    printf("%d\n", getchar());
    return 0;
  }
  if (!strcmp(what, "clocks")) return clocks();
  if (!strcmp(what, "files")) return files();
  if (!strcmp(what, "places")) return places();
  if (!strcmp(what, "outside")) {
    FILE *file = fopen(argv[2], "r");
    printf("%s\n", file ? "opened" : "refused");
    return 0;
  }
  if (!strcmp(what, "long-double")) {
    printf("%.20Lf\n", (long double)0.5L);
    return 0;
  }
  return 99;
}
