// Scheduling and processor affinity, which the C library at hand leaves out.
#ifndef MANTISSA_SCHED_H
#define MANTISSA_SCHED_H
#include_next <sched.h>
#include <sys/types.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) mantissa_cpu_set(-1, set)
#define CPU_SET(cpu, set) mantissa_cpu_set(cpu, set)
#define CPU_CLR(cpu, set) mantissa_cpu_set(cpu, set)
#define CPU_ISSET(cpu, set) mantissa_cpu_isset(cpu, set)
#define CPU_COUNT(set) mantissa_cpu_count(set)
#define CPU_EQUAL(a, b) mantissa_cpu_equal(a, b)
#define CPU_AND(to, a, b) mantissa_cpu_join(to, a, b)
#define CPU_OR(to, a, b) mantissa_cpu_join(to, a, b)
#define CPU_XOR(to, a, b) mantissa_cpu_join(to, a, b)
#define CPU_ALLOC(count) mantissa_cpu_alloc(count)
#define CPU_ALLOC_SIZE(count) (((size_t)(count) + 63) / 64 * 8)
#define CPU_FREE(set) mantissa_cpu_free(set)
#define CPU_ZERO_S(size, set) mantissa_cpu_set(-1, set)
#define CPU_SET_S(cpu, size, set) mantissa_cpu_set(cpu, set)
#define CPU_CLR_S(cpu, size, set) mantissa_cpu_set(cpu, set)
#define CPU_ISSET_S(cpu, size, set) mantissa_cpu_isset(cpu, set)
#define CPU_COUNT_S(size, set) mantissa_cpu_count(set)
#ifdef __cplusplus
extern "C" {
#endif
typedef struct cpu_set_t { unsigned long bits[16]; } cpu_set_t;
void mantissa_cpu_set(int cpu, cpu_set_t *set);
int mantissa_cpu_isset(int cpu, const cpu_set_t *set);
int mantissa_cpu_count(const cpu_set_t *set);
int mantissa_cpu_equal(const cpu_set_t *a, const cpu_set_t *b);
void mantissa_cpu_join(cpu_set_t *to, const cpu_set_t *a, const cpu_set_t *b);
cpu_set_t *mantissa_cpu_alloc(int count);
void mantissa_cpu_free(cpu_set_t *set);
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set);
int sched_getcpu(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getparam(pid_t process, struct sched_param *parameters);
int sched_setparam(pid_t process, const struct sched_param *parameters);
int sched_getscheduler(pid_t process);
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters);
int sched_rr_get_interval(pid_t process, struct timespec *interval);
int unshare(int flags);
#ifdef __cplusplus
}
#endif
#endif
