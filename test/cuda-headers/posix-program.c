// The parts of POSIX and the GNU C library that old benchmark programs use.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <sys/utsname.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <getopt.h>
#include <malloc.h>
#include <signal.h>
#include <setjmp.h>
#include <pthread.h>
#include <semaphore.h>
#include <byteswap.h>
#include <endian.h>
#include <error.h>
#include <execinfo.h>
#include <omp.h>
#include <fcntl.h>
#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <float.h>
#include <fenv.h>
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <inttypes.h>
#include <ctype.h>
#include <errno.h>
#include <assert.h>
#include <values.h>
#include <strings.h>
#include <alloca.h>
#include <err.h>
#include <regex.h>
#include <sched.h>
static jmp_buf env;
static void handler(int s) { longjmp(env, s); }
static void *work(void *p) { return p; }
int main(int argc, char **argv) {
  struct timeval tv; gettimeofday(&tv, NULL); struct timespec ts; clock_gettime(CLOCK_MONOTONIC, &ts); clock_t c = clock(); struct tms t; times(&t); struct rusage ru; getrusage(RUSAGE_SELF, &ru);
  struct rlimit rl; getrlimit(RLIMIT_STACK, &rl); setrlimit(RLIMIT_STACK, &rl); long np = sysconf(_SC_NPROCESSORS_ONLN); signal(SIGINT, handler); struct sigaction sa; memset(&sa, 0, sizeof sa); sa.sa_handler = handler; sigemptyset(&sa.sa_mask); sigaction(SIGSEGV, &sa, NULL);
  if (setjmp(env)) return 1; pthread_t th; pthread_create(&th, NULL, work, NULL); pthread_join(th, NULL); pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_barrier_t b; pthread_barrier_init(&b, 0, 2);
  int opt; while ((opt = getopt(argc, argv, "n:")) != -1) printf("%s", optarg); static struct option lo[] = {{"n", required_argument, 0, 'n'}, {0, 0, 0, 0}}; getopt_long(argc, argv, "n:", lo, 0);
  double *p = memalign(64, 128); posix_memalign((void **)&p, 64, 128); void *q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); srand48(1); double d = drand48() + erand48((unsigned short[]){1, 2, 3}) + random(); srandom(1); system("date"); FILE *f = popen("ls", "r"); pclose(f);
  char host[64]; gethostname(host, 64); usleep(10); sleep(1); pid_t pid = getpid(); printf("%d %" PRId64 "\n", pid, (int64_t)3); double complex z = 1.0 + 2.0 * I; d += cabs(z) + M_PI + M_PI_2 + DBL_MAX + MAXDOUBLE; struct stat st; stat("a", &st); uint u = 1; ulong ul = 2; ushort us = 3; bswap_32(u); fesetround(FE_UPWARD); feenableexcept(FE_DIVBYZERO);
  struct sysinfo si; sysinfo(&si); struct utsname un; uname(&un); void *bt[10]; backtrace(bt, 10); double tt = omp_get_wtime(); char *s = strdup("a"); strcasestr("a", s); qsort(p, 1, 8, 0); isatty(0); exp10(1.0); cpu_set_t set; CPU_ZERO(&set); sched_setaffinity(0, sizeof set, &set); mkdir("a", 0755); asprintf(&s, "a"); getline(&s, (size_t *)&q, f); error(1, errno, "x"); 
  return (int)(c + np + tt + d + ul + us);
}
