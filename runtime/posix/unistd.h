// Processes and users, which the C library at hand leaves out.
#ifndef MANTISSA_UNISTD_H
#define MANTISSA_UNISTD_H
#include_next <unistd.h>
#include <sys/types.h>
#ifndef _SC_NPROCESSORS_ONLN
#define _SC_NPROCESSORS_ONLN 84
#endif
#ifndef _SC_NPROCESSORS_CONF
#define _SC_NPROCESSORS_CONF 83
#endif
#ifndef _SC_PHYS_PAGES
#define _SC_PHYS_PAGES 85
#endif
#ifndef _SC_PAGESIZE
#define _SC_PAGESIZE 30
#endif
#ifndef _SC_CLK_TCK
#define _SC_CLK_TCK 2
#endif
#ifdef __cplusplus
extern "C" {
#endif
pid_t fork(void);
pid_t vfork(void);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int execv(const char *path, char *const argv[]);
int execve(const char *path, char *const argv[], char *const environment[]);
int execvpe(const char *file, char *const argv[], char *const environment[]);
int execvp(const char *file, char *const argv[]);
int execl(const char *path, const char *argument, ...);
int execlp(const char *file, const char *argument, ...);
int pipe(int ends[2]);
int pipe2(int ends[2], int flags);
int dup(int file);
int dup2(int file, int as);
unsigned int alarm(unsigned int seconds);
int pause(void);
int nice(int increment);
int gethostname(char *name, size_t length);
char *getlogin(void);
void *sbrk(intptr_t increment);
long sysconf(int name);
void sync(void);
long syscall(long number, ...);
int brk(void *end);
pid_t gettid(void);
pid_t setsid(void);
pid_t getpgrp(void);
int setpgid(pid_t process, pid_t group);
pid_t tcgetpgrp(int file);
long gethostid(void);
int sethostname(const char *name, size_t length);
int getdtablesize(void);
int daemon(int keepFolder, int keepFiles);
int chown(const char *path, uid_t user, gid_t group);
int truncate(const char *path, off_t length);
int lockf(int file, int command, off_t length);
char *ttyname(int file);
unsigned int ualarm(unsigned int first, unsigned int interval);
extern char **environ;
#define __environ environ
int getpagesize(void);
#ifdef __cplusplus
}
#endif
#endif
