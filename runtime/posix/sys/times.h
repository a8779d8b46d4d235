#ifndef MANTISSA_SYS_TIMES_H
#define MANTISSA_SYS_TIMES_H
#include <time.h>
#ifdef __cplusplus
extern "C" {
#endif
struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };
clock_t times(struct tms *buffer);
#ifdef __cplusplus
}
#endif
#endif
