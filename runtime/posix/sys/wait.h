#ifndef MANTISSA_SYS_WAIT_H
#define MANTISSA_SYS_WAIT_H
#include <sys/types.h>
#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(s) (((s) & 0xff00) >> 8)
#define WTERMSIG(s) ((s) & 0x7f)
#define WIFEXITED(s) (!WTERMSIG(s))
#define WIFSIGNALED(s) (((s) & 0xffff) - 1U < 0xffu)
#ifdef __cplusplus
extern "C" {
#endif
pid_t wait(int *status);
pid_t waitpid(pid_t process, int *status, int options);
#ifdef __cplusplus
}
#endif
#endif
