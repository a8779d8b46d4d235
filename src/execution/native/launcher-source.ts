/**
 * C++ for a small program that starts the user's program and answers for it; built once with the compiler at hand.
 * Node can neither set a child's resource limits, nor read its processor time, nor find descendants that left its process group.
 * It adopts orphaned descendants, ends all of them when the program ends, when it is told to (SIGTERM) or when we die,
 * and reports on descriptor 3: `exited|signalled|failed|memory <code> <wall µs> <cpu µs> <peak KiB>`.
 * Arguments: limits in bytes (0: none) of the address space, of the memory all processes together hold, and of a file; file to run,
 * argv of the program. A program that uses a GPU reserves far more addresses than memory: only what it holds can be limited.
 */
export const LAUNCHER_SOURCE = `
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static const int report = 3;
static const int WATCH_NS = 100 * 1000 * 1000;

static long long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static void limit(int resource, unsigned long long bytes) {
  struct rlimit both;
  both.rlim_cur = both.rlim_max = (rlim_t)bytes;
  setrlimit(resource, &both);
}

struct process { int pid, parent; long long pages; };

/* All processes of the system; 0 where there is no /proc. */
static size_t list_processes(struct process *list, size_t room) {
  size_t count = 0;
#ifdef __linux__
  char name[300], text[1024];
  DIR *processes = opendir("/proc");
  if (!processes) return 0;
  for (struct dirent *entry; count < room && (entry = readdir(processes));) {
    struct process one = {atoi(entry->d_name), 0, 0};
    if (one.pid <= 0) continue;
    snprintf(name, sizeof name, "/proc/%d/stat", one.pid);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) continue;
    text[length] = 0;
    char *behind = strrchr(text, ')');
    if (behind && sscanf(behind + 1, " %*c %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld", &one.parent, &one.pages) >= 1)
      list[count++] = one;
  }
  closedir(processes);
#endif
  return count;
}

static struct process known[1 << 16];

/* Every process whose parent we are, which with adoption means every descendant, generation by generation. */
static void end_children(void) {
  size_t count = list_processes(known, sizeof known / sizeof *known);
  for (size_t k = 0; k < count; k++)
    if (known[k].parent == getpid()) kill(known[k].pid, SIGKILL);
}

/* Memory that all descendants hold together. A parent mostly has the smaller number: a few passes find all generations. */
static unsigned long long held_bytes(void) {
  size_t count = list_processes(known, sizeof known / sizeof *known);
  unsigned long long pages = 0;
  for (int grown = 1; grown;) {
    grown = 0;
    for (size_t k = 0; k < count; k++) {
      if (known[k].parent != getpid()) continue;
      pages += known[k].pages;
      for (size_t i = 0; i < count; i++)
        if (known[i].parent == known[k].pid) known[i].parent = getpid();
      known[k].parent = 0;
      grown = 1;
    }
  }
  return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

/* The signal that came; -1 when none did for a while and memory is to be looked at. */
static int wait_for_signal(const sigset_t *watched, int watches_memory) {
#ifdef __linux__
  const struct timespec interval = {0, WATCH_NS};
  if (watches_memory) return sigtimedwait(watched, 0, &interval);
#endif
  int received = -1;
  sigwait(watched, &received);
  return received;
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  const unsigned long long most = strtoull(argv[2], 0, 10);
  fcntl(report, F_SETFD, FD_CLOEXEC);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  sigset_t watched, before;
  sigemptyset(&watched);
  sigaddset(&watched, SIGTERM);
  sigaddset(&watched, SIGINT);
  sigaddset(&watched, SIGHUP);
  sigaddset(&watched, SIGCHLD);
  sigprocmask(SIG_BLOCK, &watched, &before);
  int trouble[2];
  if (pipe(trouble) != 0) return 2;
  fcntl(trouble[0], F_SETFD, FD_CLOEXEC);
  fcntl(trouble[1], F_SETFD, FD_CLOEXEC);
  long long started = microseconds();
  pid_t program = fork();
  if (program == 0) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    sigprocmask(SIG_SETMASK, &before, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, strtoull(argv[3], 0, 10));
    if (strtoull(argv[1], 0, 10)) limit(RLIMIT_AS, strtoull(argv[1], 0, 10));
    execv(argv[4], argv + 5);
    int code = errno;
    if (write(trouble[1], &code, sizeof code)) _exit(127);
    _exit(127);
  }
  close(trouble[1]);
  int refused = program < 0 ? errno : 0;
  if (program > 0) {
    setpgid(program, program);
    if (read(trouble[0], &refused, sizeof refused) <= 0) refused = 0;
  }
  int status = 0, ended = program < 0, over = 0;
  long long wall = 0;
  while (!ended) {
    int received = wait_for_signal(&watched, most != 0);
    if (most && !over && received < 0 && held_bytes() > most) over = 1, received = SIGTERM;
    if (received >= 0 && received != SIGCHLD) {
      kill(-program, SIGKILL);
      end_children();
    }
    for (pid_t pid; (pid = waitpid(-1, &received, WNOHANG)) > 0;)
      if (pid == program) {
        wall = microseconds() - started;
        status = received;
        ended = 1;
      }
  }
  if (program > 0) kill(-program, SIGKILL);
  for (;;) { /* a process that forks faster than this loop loses each time one of its own is adopted and ended */
    end_children();
    pid_t pid = waitpid(-1, 0, WNOHANG);
    if (pid < 0 && errno != EINTR) break;
    if (pid == 0) usleep(200);
  }
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  long long cpu = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  const char *how = refused ? "failed" : over ? "memory" : WIFSIGNALED(status) ? "signalled" : "exited";
  int code = refused ? refused : WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
#ifdef __APPLE__
  long peak = used.ru_maxrss / 1024;
#else
  long peak = used.ru_maxrss;
#endif
  dprintf(report, "%s %d %lld %lld %ld\\n", how, code, wall, cpu, peak);
  return 0;
}
`;
