// Available in a .cu file without an include, on the host and in kernels: the C library's mathematics, printf,
// malloc, memcpy, assert, clock. force_cuda_host_device makes those declarations callable from both sides; what
// <cmath> itself is built on comes first, so that only the functions themselves are marked.
// The rest of the C library stays host-only, so that old programs can declare drand48 and the like themselves;
// the few functions that kernels may call get a device overload.
#pragma once
#include <type_traits>
#include <limits>
#pragma clang force_cuda_host_device begin
#include <cmath>
#include <__math/abs.h>
#include <math.h>
#pragma clang force_cuda_host_device end

// libstdc++ gives these with <cmath> and <utility>, and programs have come to rely on it; all of <algorithm> costs too much
#include <__algorithm/copy.h>
#include <__algorithm/fill.h>
#include <__algorithm/fill_n.h>
#include <__algorithm/max.h>
#include <__algorithm/min.h>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>
#include <sys/types.h>

extern "C" {
__attribute__((device)) int printf(const char *format, ...);
__attribute__((device)) void *memcpy(void *to, const void *from, size_t size);
__attribute__((device)) void *memmove(void *to, const void *from, size_t size);
__attribute__((device)) void *memset(void *to, int value, size_t size);
__attribute__((device)) int memcmp(const void *a, const void *b, size_t size);
__attribute__((device)) void *malloc(size_t size);
__attribute__((device)) void free(void *pointer);
__attribute__((device)) int vprintf(const char *format, va_list arguments);
__attribute__((device)) clock_t clock(void);
__attribute__((device)) int abs(int x);
__attribute__((device)) long int labs(long int x);
__attribute__((device)) long long int llabs(long long int x);
__attribute__((device)) void __assertfail(const char *condition, const char *file, unsigned int line, const char *function, size_t size);
}
