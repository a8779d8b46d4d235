// Ending, cancelling and scheduling threads, which the C library at hand leaves out.
#ifndef MANTISSA_PTHREAD_H
#define MANTISSA_PTHREAD_H
#include_next <pthread.h>
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_FAST_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ADAPTIVE_NP 3
#ifdef __cplusplus
extern "C" {
#endif
_Noreturn void pthread_exit(void *result);
int pthread_cancel(pthread_t thread);
int pthread_kill(pthread_t thread, int signal);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int pthread_yield(void);
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock);
int pthread_getconcurrency(void);
int pthread_setconcurrency(int level);
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters);
int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameters);
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameters);
int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const struct cpu_set_t *set);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling);
#ifdef __cplusplus
}
#endif
#endif
