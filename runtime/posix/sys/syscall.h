// The calls of Linux that programs make by number, as x86-64 numbers them.
#ifndef MANTISSA_SYS_SYSCALL_H
#define MANTISSA_SYS_SYSCALL_H
#define SYS_getpid 39
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_getcpu 309
#define __NR_getpid SYS_getpid
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex
#define __NR_getcpu SYS_getcpu
#endif
