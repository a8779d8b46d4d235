// long, as on 64-bit Linux; see bits/alltypes.h.
#if defined(__LP64__) && !defined(__wasm__)
#ifndef MANTISSA_TYPEDEF_TIME_T
#define MANTISSA_TYPEDEF_TIME_T
typedef long time_t;
#endif
#else
#include_next <__typedef_time_t.h>
#endif
