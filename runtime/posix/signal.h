// The C library at hand leaves signals out, or almost.
#ifndef MANTISSA_SIGNAL_H
#define MANTISSA_SIGNAL_H
#include <sys/types.h>
#include <time.h>
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_ERR ((void (*)(int))-1)
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_ONSTACK 0x08000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#ifdef __cplusplus
extern "C" {
#endif
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef struct mantissa_sigset { unsigned long bits[16]; } mantissa_sigset_t;
#define sigset_t mantissa_sigset_t
union sigval { int sival_int; void *sival_ptr; };
typedef struct { int si_signo, si_errno, si_code, si_pid, si_uid, si_status; void *si_addr; union sigval si_value; } siginfo_t;
struct sigaction {
  union { void (*sa_handler)(int); void (*sa_sigaction)(int, siginfo_t *, void *); } mantissa_handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#define sa_handler mantissa_handler.sa_handler
#define sa_sigaction mantissa_handler.sa_sigaction
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
void (*signal(int number, void (*handler)(int)))(int);
int raise(int number);
int kill(pid_t process, int number);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int sigaltstack(const stack_t *stack, stack_t *old);
int siginterrupt(int number, int flag);
#ifdef __cplusplus
}
#endif
#endif
