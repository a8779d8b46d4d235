// long, as on 64-bit Linux; see bits/alltypes.h.
#if defined(__LP64__) && !defined(__wasm__)
#ifndef MANTISSA_TYPEDEF_SUSECONDS_T
#define MANTISSA_TYPEDEF_SUSECONDS_T
typedef long suseconds_t;
#endif
#else
#include_next <__typedef_suseconds_t.h>
#endif
