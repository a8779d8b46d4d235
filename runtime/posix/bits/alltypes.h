// On 64-bit Linux the 64-bit integers are long. The C library headers at hand are those of a 32-bit target, where they
// are long long: a program that overloads on both would not compile, so settle them here first.
#if defined(__LP64__) && !defined(__wasm__)
#if defined(__NEED_int64_t) && !defined(__DEFINED_int64_t)
typedef signed long int64_t;
#define __DEFINED_int64_t
#endif
#if defined(__NEED_uint64_t) && !defined(__DEFINED_uint64_t)
typedef unsigned long uint64_t;
#define __DEFINED_uint64_t
#endif
#if defined(__NEED_u_int64_t) && !defined(__DEFINED_u_int64_t)
typedef unsigned long u_int64_t;
#define __DEFINED_u_int64_t
#endif
#if defined(__NEED_intmax_t) && !defined(__DEFINED_intmax_t)
typedef signed long intmax_t;
#define __DEFINED_intmax_t
#endif
#if defined(__NEED_uintmax_t) && !defined(__DEFINED_uintmax_t)
typedef unsigned long uintmax_t;
#define __DEFINED_uintmax_t
#endif
#if defined(__NEED_off_t) && !defined(__DEFINED_off_t)
#include <__typedef_off_t.h>
#define __DEFINED_off_t
#endif
#if defined(__NEED_time_t) && !defined(__DEFINED_time_t)
#include <__typedef_time_t.h>
#define __DEFINED_time_t
#endif
#if defined(__NEED_suseconds_t) && !defined(__DEFINED_suseconds_t)
#include <__typedef_suseconds_t.h>
#define __DEFINED_suseconds_t
#endif
#endif
#include_next <bits/alltypes.h>
