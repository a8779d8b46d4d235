// Processor affinity, which the C library at hand leaves out.
#ifndef MANTISSA_SCHED_H
#define MANTISSA_SCHED_H
#include_next <sched.h>
#include <sys/types.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct cpu_set_t { unsigned long bits[16]; } cpu_set_t;
void mantissa_cpu_set(int cpu, cpu_set_t *set);
int mantissa_cpu_isset(int cpu, const cpu_set_t *set);
int mantissa_cpu_count(const cpu_set_t *set);
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) mantissa_cpu_set(-1, set)
#define CPU_SET(cpu, set) mantissa_cpu_set(cpu, set)
#define CPU_CLR(cpu, set) mantissa_cpu_set(cpu, set)
#define CPU_ISSET(cpu, set) mantissa_cpu_isset(cpu, set)
#define CPU_COUNT(set) mantissa_cpu_count(set)
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set);
int sched_getcpu(void);
#ifdef __cplusplus
}
#endif
#endif
