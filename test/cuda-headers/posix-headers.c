/* What Linux programs take from the C library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <math.h>
#include <fcntl.h>
#include <unistd.h>
#include <errno.h>
#include <ctype.h>
#include <wchar.h>
#include <locale.h>
#include <fenv.h>
#include <setjmp.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <sys/syscall.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/poll.h>
#include <sys/uio.h>
#include <sys/param.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <regex.h>
#include <glob.h>
#include <fnmatch.h>
#include <ftw.h>
#include <search.h>
#include <endian.h>
#include <byteswap.h>
#include <langinfo.h>
#include <iconv.h>
#include <pwd.h>
#include <values.h>
#include <tgmath.h>
#include <complex.h>
#include <stdatomic.h>
#include <threads.h>
#include <stdalign.h>
#include <uchar.h>
#include <inttypes.h>
#include <immintrin.h>
#include <x86intrin.h>
int main(int argc, char **argv) {
  char b[100], *p = b; size_t n = 0; FILE *f = stdin; int i; double d, s, c;
  p = strsep(&p, ","); p = strcasestr(b, "x"); p = memmem(b, 1, b, 1); p = mempcpy(b, b, 1); p = strchrnul(b, 'a'); p = stpcpy(b, b); strverscmp(b, b); p = strdup(b); p = strndup(b, 1); strnlen(b, 1); p = strtok_r(b, ",", &p); p = strsignal(1); strerror_r(1, b, 1); bzero(b, 1); index(b, 'a'); rindex(b, 'b'); ffs(1); strcasecmp(b, b); strncasecmp(b, b, 1); bcopy(b, b, 1); bcmp(b, b, 1); p = strdupa(b); memrchr(b, 1, 1); rawmemchr(b, 1); memccpy(b, b, 1, 1); swab(b, b, 1); explicit_bzero(b, 1); 
  getline(&p, &n, f); getdelim(&p, &n, 1, f); f = fmemopen(b, 1, "r"); f = open_memstream(&p, &n); asprintf(&p, "x"); dprintf(1, "x"); fseeko(f, 0, 0); ftello(f); fileno(f); fdopen(1, "w"); flockfile(f); funlockfile(f); getc_unlocked(f); putc_unlocked(1, f); fputs_unlocked("a", f); fwrite_unlocked(b, 1, 1, f); setlinebuf(f); setbuffer(f, b, 1); ctermid(b); f = fopen64("a", "r"); fseeko64(f, 0, 0); popen("a", "r"); tmpfile(); rename("a", "b"); renameat2; remove("a"); perror("x"); vasprintf; 
  d = exp10(1); sincos(d, &s, &c); d = pow10(1); d = gamma(1) + lgamma(1) + tgamma(1) + j0(1) + y1(1) + jn(1, 2) + lgamma_r(1, &i) + drem(1, 2) + significand(1) + scalb(1, 2) + logb(1) + M_PI + M_PIl + M_SQRT1_2; finite(d); isnan(d); isinf(d); signbit(d); float x = exp10f(1) + HUGE_VALF + INFINITY + NAN; sincosf(x, &x, &x);
  fork(); wait(0); waitpid(1, &i, WNOHANG); WIFEXITED(i); WEXITSTATUS(i); WIFSIGNALED(i); WTERMSIG(i);  syscall(SYS_gettid); syscall(__NR_gettid); gettid(); flock(1, LOCK_EX);     struct statvfs sv; statvfs("a", &sv);  getrandom(b, 1, 0); getentropy(b, 1);
  fd_set fs; FD_ZERO(&fs); FD_SET(0, &fs); select(1, &fs, 0, 0, 0); struct pollfd pf; poll(&pf, 1, 0); struct iovec io; writev(1, &io, 1); MIN(1, 2); MAX(1, 2); struct timeb tb; ftime(&tb); struct tms tm; times(&tm);
  regex_t re; regcomp(&re, "a", REG_EXTENDED); regexec(&re, "a", 0, 0, 0); regfree(&re); glob_t g; glob("*", 0, 0, &g); fnmatch("a", "b", 0); hcreate(1); tsearch(b, 0, 0);  getpwuid(getuid());  setlocale(LC_ALL, ""); localeconv(); nl_langinfo(CODESET);  htole32(1); bswap_64(1); PATH_MAX; program_invocation_name; program_invocation_short_name; environ; __environ;
  jmp_buf jb; setjmp(jb); longjmp(jb, 1); sigjmp_buf sj; sigsetjmp(sj, 1); siglongjmp(sj, 1); feenableexcept(FE_DIVBYZERO); fedisableexcept(FE_ALL_EXCEPT); fesetround(FE_UPWARD); fegetround(); feclearexcept(FE_ALL_EXCEPT); fetestexcept(FE_INEXACT); fenv_t fe; fegetenv(&fe);
  fallocate(1, 0, 0, 1); posix_fallocate(1, 0, 1); posix_fadvise(1, 0, 0, POSIX_FADV_SEQUENTIAL); fcntl(1, F_GETFL, O_NONBLOCK); openat(AT_FDCWD, "a", O_RDWR | O_DIRECT | O_SYNC | O_TRUNC | O_APPEND | O_EXCL); pipe2; getlogin(); setsid(); getpgrp(); setpgid(0, 0); execve("a", 0, 0); ttyname(0); chown("a", 0, 0); link("a", "b"); truncate("a", 1); lockf(1, F_LOCK, 0); getopt(argc, argv, "a"); crypt; daemon(0, 0); getdtablesize();   sethostname; confstr(1, b, 1); pathconf("a", _PC_PATH_MAX); fdatasync(1); sync(); nice(1); brk; sbrk(0); usleep(1); pread(1, b, 1, 0); pwrite(1, b, 1, 0); getpagesize(); swab(b, b, 1); ualarm(1, 1); vfork(); execvpe; gethostid(); tcgetpgrp(0);
  double complex z = 1.0 + 2.0 * I; d = creal(z) + cimag(z) + cabs(z) + carg(z); z = cexp(z) * csqrt(z) * conj(z) * cpow(z, z); atomic_int ai2 = 0; atomic_fetch_add(&ai2, 1); thrd_t th; mtx_t m; mtx_init(&m, mtx_plain); thrd_create(&th, 0, 0); thrd_join(th, 0); call_once; printf("%" PRId64 "\n", (int64_t)1); strtoimax("1", 0, 10); imaxabs(1); __m256d v = _mm256_setzero_pd(); v = _mm256_fmadd_pd(v, v, v); __rdtsc(); _mm_pause(); _mm_malloc(1, 64); _mm_prefetch(b, _MM_HINT_T0); _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); (void)s;
}
