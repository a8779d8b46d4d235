// As in C, assert is defined anew by every inclusion. Kernels may assert too, so the function behind it must be
// callable from both sides in a CUDA compile.
#include <features.h>
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((void)((condition) || (__assert_fail(#condition, __FILE__, __LINE__, __func__), 0)))
#endif
#if !defined(__cplusplus) && !defined(static_assert)
#define static_assert _Static_assert
#endif
#ifndef MANTISSA_ASSERT_FAIL
#define MANTISSA_ASSERT_FAIL
#ifdef __cplusplus
extern "C"
#endif
#ifdef __CUDA__
__attribute__((host, device))
#endif
__attribute__((noreturn)) void __assert_fail(const char *condition, const char *file, unsigned int line, const char *function);
#endif
