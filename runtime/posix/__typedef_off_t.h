// long, as on 64-bit Linux; see bits/alltypes.h.
#if defined(__LP64__) && !defined(__wasm__)
#ifndef MANTISSA_TYPEDEF_OFF_T
#define MANTISSA_TYPEDEF_OFF_T
typedef long off_t;
#endif
#else
#include_next <__typedef_off_t.h>
#endif
