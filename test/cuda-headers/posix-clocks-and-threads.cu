// What Linux programs take from the C library, read as CUDA.
#include <cstdlib>
#include <cstdio>
#include <time.h>
#include <sys/time.h>
#include <sys/resource.h>
#include <sched.h>
#include <pthread.h>
#include <unistd.h>
#include <getopt.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/sysinfo.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <fcntl.h>
#include <dirent.h>
#include <libgen.h>
#include <dlfcn.h>
#include <semaphore.h>
static void *w(void *p) { pthread_exit(p); return p; }
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void first(void) {}
int main(int argc, char **argv) {
  struct timespec t; struct timeval tv; struct itimerval it; struct rusage ru; struct tm *l;
  int ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME};
  for (int i : ids) clock_gettime((clockid_t)i, &t);
  clockid_t c = CLOCK_MONOTONIC; clock_gettime(c, &t); clock_getres(CLOCK_REALTIME, &t);
  switch (c) { case CLOCK_REALTIME: break; case CLOCK_MONOTONIC: break; }
  gettimeofday(&tv, NULL); struct timezone tz; gettimeofday(&tv, &tz);
  getitimer(ITIMER_REAL, &it); setitimer(ITIMER_REAL, &it, 0);
  struct timeval a, b; timeradd(&tv, &tv, &a); timersub(&tv, &tv, &b); timerclear(&a);
  getrusage(RUSAGE_SELF, &ru); tzset(); time_t now = time(0); l = localtime(&now); 
  clock_settime(CLOCK_REALTIME, &t); clock_getcpuclockid(0, &c);
  nanosleep(&t, 0); usleep(1); sleep(0);
  cpu_set_t s; CPU_ZERO(&s); CPU_SET(0, &s); sched_setaffinity(0, sizeof s, &s); sched_yield(); sched_getcpu();
  struct sched_param sp; sp.sched_priority = 0; sched_setscheduler(0, SCHED_FIFO, &sp); sched_get_priority_max(SCHED_FIFO); sched_get_priority_min(SCHED_RR); sched_getparam(0, &sp);
  pthread_t th; pthread_attr_t at; pthread_attr_init(&at); pthread_attr_setstacksize(&at, 1 << 20); pthread_attr_setdetachstate(&at, PTHREAD_CREATE_JOINABLE); pthread_attr_setscope(&at, PTHREAD_SCOPE_SYSTEM);
  pthread_create(&th, &at, w, 0); pthread_setaffinity_np(th, sizeof s, &s); pthread_getaffinity_np(th, sizeof s, &s); pthread_setname_np(th, "x"); pthread_cancel(th); pthread_kill(th, SIGTERM); pthread_setschedparam(th, SCHED_RR, &sp); pthread_getschedparam(th, &argc, &sp); pthread_yield();
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &argc); pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &argc); pthread_testcancel();
  pthread_join(th, 0); pthread_detach(th); pthread_self(); pthread_equal(th, th); pthread_once(&once, first); pthread_key_create(&key, 0); pthread_setspecific(key, 0); pthread_getspecific(key);
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutexattr_t ma; pthread_mutexattr_init(&ma); pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &ma); pthread_mutex_lock(&m); pthread_mutex_trylock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); pthread_mutex_timedlock(&m, &t);
  pthread_cond_t cv = PTHREAD_COND_INITIALIZER; pthread_cond_wait(&cv, &m); pthread_cond_signal(&cv); pthread_cond_broadcast(&cv); pthread_cond_timedwait(&cv, &m, &t);
  pthread_barrier_t ba; pthread_barrier_init(&ba, 0, 2); if (pthread_barrier_wait(&ba) == PTHREAD_BARRIER_SERIAL_THREAD) puts(""); pthread_barrier_destroy(&ba);
  pthread_spinlock_t sl; pthread_spin_init(&sl, PTHREAD_PROCESS_PRIVATE); pthread_spin_lock(&sl); pthread_spin_unlock(&sl);
  pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_rdlock(&rw); pthread_rwlock_wrlock(&rw); pthread_rwlock_unlock(&rw);
  sem_t se; sem_init(&se, 0, 1); sem_wait(&se); sem_post(&se); sem_destroy(&se);
  struct option o[] = {{"n", required_argument, 0, 'n'}, {"v", no_argument, 0, 0}, {0, 0, 0, 0}}; int ix;
  while (getopt_long(argc, argv, "n:", o, &ix) != -1) puts(optarg); optind = 1; opterr = 0; getopt(argc, argv, "a");
  struct sigaction sa; sigaction(SIGINT, &sa, 0); signal(SIGSEGV, SIG_DFL); raise(SIGTERM); kill(getpid(), SIGKILL); sigemptyset(&sa.sa_mask); sigaddset(&sa.sa_mask, SIGINT); alarm(1);
  struct stat st; stat(argv[0], &st); mkdir("a", 0755); chmod("a", S_IRWXU); umask(0); S_ISDIR(st.st_mode);
  struct utsname u; uname(&u); puts(u.sysname); struct sysinfo si; sysinfo(&si); si.totalram;
  void *mm = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); munmap(mm, 4096); madvise(mm, 1, MADV_SEQUENTIAL); mlock(mm, 1);
  int f = open("a", O_RDONLY | O_CREAT, 0644); read(f, mm, 1); lseek(f, 0, SEEK_SET); close(f); isatty(f); dup2(f, 1); access("a", R_OK); unlink("a"); getcwd((char *)mm, 1); chdir("a"); rmdir("a"); ftruncate(f, 1); fsync(f); pread(f, mm, 1, 0); getuid(); gethostname((char*)mm, 1); sysconf(_SC_NPROCESSORS_ONLN); sysconf(_SC_PAGESIZE); _exit(0); readlink("a", (char*)mm, 1); symlink("a", "b");
  struct winsize ws; ioctl(0, TIOCGWINSZ, &ws);
  DIR *d = opendir("."); readdir(d); closedir(d); basename(argv[0]); dirname(argv[0]);
  void *h = dlopen("x", RTLD_LAZY | RTLD_GLOBAL); dlsym(h, "y"); dlclose(h); dlerror();
  srand48(1); drand48(); lrand48(); unsigned short xs[3]; erand48(xs); srandom(1); random(); unsigned r; rand_r(&r); setenv("a", "b", 1); unsetenv("a"); putenv(argv[0]); posix_memalign(&mm, 64, 64); aligned_alloc(64, 64); mkstemp(argv[0]); initstate(1, argv[0], 8); setstate(argv[0]); qsort_r(argv, 1, 1, 0, 0); secure_getenv("x"); getloadavg(0, 1); atexit(first); quick_exit(0); on_exit(0, 0); clearenv(); a64l("");  strtod_l("", 0, 0);
}
