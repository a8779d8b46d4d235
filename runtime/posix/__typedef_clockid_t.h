// A number, as on 64-bit Linux: programs keep clocks in an int and switch over them.
#ifndef MANTISSA_TYPEDEF_CLOCKID_T
#define MANTISSA_TYPEDEF_CLOCKID_T
typedef int clockid_t;
#endif
