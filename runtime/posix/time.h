// Time zones, timers and setting a clock, which the C library at hand leaves out.
#ifndef MANTISSA_TIME_H
#define MANTISSA_TIME_H
#include_next <time.h>
#ifdef __cplusplus
extern "C" {
#endif
struct sigevent;
extern char *tzname[2];
extern int daylight;
extern long timezone;
void tzset(void);
int clock_settime(clockid_t clock, const struct timespec *time);
int clock_getcpuclockid(pid_t process, clockid_t *clock);
int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer);
int timer_delete(timer_t timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old);
int timer_gettime(timer_t timer, struct itimerspec *value);
#ifdef __cplusplus
}
#endif
#endif
