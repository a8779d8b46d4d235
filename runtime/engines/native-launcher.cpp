// A small program that starts the user's program and answers for it; built once with the compiler at hand.
// Node can neither set a child's resource limits, nor read its processor time, nor find descendants that left its process group.
// It adopts orphaned descendants, ends all of them when the program ends, on SIGTERM, or when the parent dies,
// and reports on descriptor 3: `exited|signalled|failed|memory <code> <wall µs> <cpu µs> <peak KiB>`.
// Arguments: limits in bytes (0: none) of the address space, of the memory all processes together hold, and of a file; file to run,
// argv of the program. A program that uses a GPU reserves far more addresses than memory: only what it holds can be limited.
// Our own ends of its output are sockets, as Node makes them, and Linux opens no socket by name: a program that opens /dev/stdout needs
// pipes, out of which the launcher hands on.
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
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#endif

static const int report = 3;
static const int WATCH_MS = 100;

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

/* All processes of the system; 0 without /proc. */
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

#ifdef __linux__
/* Copies the program's output from a pipe to one of our descriptors. */
struct stream { int from, to, into; size_t begin, end; char bytes[1 << 16]; };
static struct stream streams[2];

static int open_streams(void) {
  for (int k = 0; k < 2; k++) {
    int both[2];
    if (pipe(both) != 0) return 0;
    for (int i = 0; i < 2; i++) fcntl(both[i], F_SETFD, FD_CLOEXEC);
    fcntl(both[0], F_SETFL, O_NONBLOCK);
    fcntl(k + 1, F_SETFL, O_NONBLOCK); /* whoever reads slowly must not keep us from a signal */
    streams[k].from = both[0];
    streams[k].into = both[1];
    streams[k].to = k + 1;
  }
  return 1;
}

/* One step: reads available data after the previous data has been written. A closed reader gets nothing. */
static void hand_on(struct stream *one) {
  if (one->begin == one->end) {
    ssize_t some = read(one->from, one->bytes, sizeof one->bytes);
    if (some < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (some <= 0) {
      close(one->from);
      one->from = -1;
      return;
    }
    one->begin = 0;
    one->end = (size_t)some;
  }
  ssize_t some = write(one->to, one->bytes + one->begin, one->end - one->begin);
  if (some >= 0) one->begin += (size_t)some;
  else if (errno != EAGAIN && errno != EINTR) one->begin = one->end;
}

/* Hands on what comes; 1 when another descriptor has something, 0 when there is nothing more or the time is up (-1: never). */
static int hand_on_until(int other, int timeout_ms) {
  const long long until = microseconds() + timeout_ms * 1000LL;
  for (;;) {
    struct pollfd waited[3] = {{other, POLLIN, 0}, {-1, 0, 0}, {-1, 0, 0}};
    for (int k = 0; k < 2; k++) {
      if (streams[k].from < 0) continue;
      const int has_some = streams[k].begin < streams[k].end;
      waited[k + 1].fd = has_some ? streams[k].to : streams[k].from;
      waited[k + 1].events = has_some ? POLLOUT : POLLIN;
    }
    if (other < 0 && waited[1].fd < 0 && waited[2].fd < 0) return 0;
    const long long left_us = until - microseconds();
    if (timeout_ms >= 0 && left_us <= 0) return 0;
    const int ready = poll(waited, 3, timeout_ms < 0 ? -1 : (int)(left_us / 1000) + 1);
    if (ready < 0 && errno != EINTR) return 0;
    for (int k = 0; k < 2; k++)
      if (ready > 0 && waited[k + 1].fd >= 0 && waited[k + 1].revents) hand_on(&streams[k]);
    if (ready > 0 && waited[0].revents) return 1;
  }
}
#endif

/* The signal that came; -1 when none did for a while and memory is to be looked at. */
static int wait_for_signal(const sigset_t *watched, int watches_memory) {
#ifdef __linux__
  static int signals = -1;
  struct signalfd_siginfo received;
  if (signals < 0) signals = signalfd(-1, watched, SFD_CLOEXEC);
  if (!hand_on_until(signals, watches_memory ? WATCH_MS : -1)) return -1;
  return read(signals, &received, sizeof received) == sizeof received ? (int)received.ssi_signo : -1;
#else
  int received = -1;
  (void)watches_memory;
  sigwait(watched, &received);
  return received;
#endif
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
#ifdef __linux__
  if (!open_streams()) return 2;
#endif
  long long started = microseconds();
  pid_t program = fork();
  if (program == 0) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int k = 0; k < 2; k++) dup2(streams[k].into, k + 1);
    /* if memory runs out, the system kills this process first */
    int adjust = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (adjust >= 0 && write(adjust, "1000", 4) == 4) close(adjust);
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
  signal(SIGPIPE, SIG_IGN);
#ifdef __linux__
  for (int k = 0; k < 2; k++) close(streams[k].into);
#endif
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
#ifdef __linux__
  hand_on_until(-1, -1); /* all of its processes are gone: up to the ends of the pipes */
#endif
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
  dprintf(report, "%s %d %lld %lld %ld %ld\n", how, code, wall, cpu, peak, used.ru_nivcsw);
  return 0;
}
