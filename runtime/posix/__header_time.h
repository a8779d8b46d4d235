// The clocks of Linux with its numbers. The C library at hand has two, and they are addresses.
#ifndef MANTISSA_HEADER_TIME_H
#define MANTISSA_HEADER_TIME_H
#define __need_size_t
#define __need_NULL
#include <stddef.h>
#include <__struct_timespec.h>
#include <__struct_tm.h>
#include <__typedef_clockid_t.h>
#include <__typedef_time_t.h>
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
#define TIME_UTC 1
#define CLOCKS_PER_SEC ((clock_t)1000000)
#endif
