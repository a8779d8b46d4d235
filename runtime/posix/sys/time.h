// Interval timers and setting the time of day, which the C library at hand leaves out.
#ifndef MANTISSA_SYS_TIME_H
#define MANTISSA_SYS_TIME_H
#include_next <sys/time.h>
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
struct itimerval { struct timeval it_interval, it_value; };
#ifdef __cplusplus
extern "C" {
#endif
int getitimer(int which, struct itimerval *value);
int setitimer(int which, const struct itimerval *value, struct itimerval *old);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int adjtime(const struct timeval *change, struct timeval *old);
int futimes(int file, const struct timeval times[2]);
int lutimes(const char *path, const struct timeval times[2]);
#ifdef __cplusplus
}
#endif
#endif
