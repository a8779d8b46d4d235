/* The main of an instrumented program whose own main can be called again: one process, many runs. On its own it is that main. With
 * MANTISSA_SERVES set it answers requests on descriptor 4 until there are no more:
 *   a request: its length as 8 hexadecimal digits, then texts that each end with a zero byte: the marker, the working
 *     folder, the number of arguments, the arguments from argv[0] on, the whole environment
 *   an answer: `<exit status> <wall us> <cpu us> <most KiB of memory so far>` and a line end
 * Standard output and error stay what they are; the marker, written to both, ends what belongs to the run.
 * Shared by C and C++. */
/* Built with the program, independent of its feature macros. */
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#undef _ISOC99_SOURCE
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif
extern char **environ;
/* Beside the program's own main, in its file. */
int mx_call_main(int argc, char **argv);
void mx_flush_streams(void);
/* runtime/timing, if it is linked. */
extern void mx_end_times(void) __attribute__((weak));
#ifdef __ELF__
/* Bounds of the section, from the linker; missing in a program without such variables. */
extern char __start_mx_state[] __attribute__((weak));
extern char __stop_mx_state[] __attribute__((weak));
#endif
#ifdef __cplusplus
}
#endif

/* Out of the way: the program's own descriptors start where they always do, and its children get none of these. */
static int mx_moved(int descriptor)
{
  const int away = fcntl(descriptor, F_DUPFD_CLOEXEC, 200);
  return away < 0 ? descriptor : away;
}

static int mx_read(int from, char *to, size_t size)
{
  while (size > 0) {
    const ssize_t some = read(from, to, size);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return 0;
    to += some;
    size -= (size_t) some;
  }
  return 1;
}

static void mx_write(int to, const char *text)
{
  size_t size = strlen(text);
  while (size > 0) {
    const ssize_t some = write(to, text, size);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return;
    text += some;
    size -= (size_t) some;
  }
}

static long long mx_wall_us(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static long long mx_cpu_us(void)
{
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
}

static long long mx_peak_kib(void)
{
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
#ifdef __APPLE__
  return used.ru_maxrss / 1024;
#else
  return used.ru_maxrss;
#endif
}

/* The next request as one text of `size` bytes; null when there are no more. */
static char *mx_next_request(int from, size_t *size)
{
  char digits[9] = "";
  char *text;
  if (!mx_read(from, digits, 8)) return NULL;
  *size = strtoul(digits, NULL, 16);
  text = (char *) malloc(*size + 1);
  if (!text || !mx_read(from, text, *size)) return NULL;
  text[*size] = 0;
  return text;
}

static char *mx_behind(char *text) { return text + strlen(text) + 1; }

/* Keeps the program's variables the first time, and puts them back from then on. */
static void mx_restore_state(void)
{
#ifdef __ELF__
  static char *kept;
  const size_t size = (size_t) (__stop_mx_state - __start_mx_state);
  if (kept) memcpy(__start_mx_state, kept, size);
  else if (size && (kept = (char *) malloc(size)) != NULL) memcpy(kept, __start_mx_state, size);
#endif
}

/* Resets the C library's state between two calls of main to that of a new process. */
static void mx_start_afresh(char *variables, const char *end)
{
  static char *none[] = {NULL};
  environ = none;
  for (; variables < end; variables = mx_behind(variables)) {
    char *value = strchr(variables, '=');
    if (!value) continue;
    *value = 0;
    setenv(variables, value + 1, 1);
    variables = value + 1;
  }
  srand(1);
  optind = 1;
  fesetenv(FE_DFL_ENV);
  errno = 0;
  mx_restore_state();
  mx_start_run();
}

static jmp_buf mx_end_of_main;
static int mx_status;

/* As exit does, this leaves the variables of main as they are. */
void mx_leave_main(int status)
{
  if (!mx_is_serving) exit(status);
  mx_status = status;
  longjmp(mx_end_of_main, 1);
}

static int mx_serve(void)
{
  const int talk = mx_moved(4), out = mx_moved(1), error = mx_moved(2);
  const pid_t self = getpid();
  char *request;
  size_t size;
  if (talk != 4) close(4);
  mx_is_serving = 1;
  while ((request = mx_next_request(talk, &size)) != NULL) {
    char *marker = request, *folder = mx_behind(marker), *count = mx_behind(folder), *next = mx_behind(count);
    const int argc = atoi(count);
    char **argv = (char **) calloc((size_t) argc + 1, sizeof *argv);
    char line[96];
    int k;
    long long wall, cpu;
    if (!argv || chdir(folder) != 0) _exit(87);
    for (k = 0; k < argc; k++, next = mx_behind(next)) argv[k] = next;
    mx_start_afresh(next, request + size);
    wall = mx_wall_us();
    cpu = mx_cpu_us();
    if (setjmp(mx_end_of_main) == 0) mx_status = mx_call_main(argc, argv);
    /* a child that came back too, or children left behind: this ends as any program does */
    if (getpid() != self || waitpid(-1, NULL, WNOHANG) >= 0) exit(mx_status);
    mx_flush_streams();
    fflush(NULL);
    if (mx_end_times) mx_end_times();
    wall = mx_wall_us() - wall;
    snprintf(line, sizeof line, "%d %lld %lld %lld\n", mx_status & 255, wall, mx_cpu_us() - cpu, mx_peak_kib());
    dup2(out, 1);
    dup2(error, 2);
    mx_write(1, marker);
    mx_write(2, marker);
    mx_write(talk, line);
    free(argv);
    free(request);
  }
  _exit(0);
}

int main(int argc, char **argv)
{
  return getenv("MANTISSA_SERVES") ? mx_serve() : mx_call_main(argc, argv);
}
