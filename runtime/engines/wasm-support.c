// C linked into every program of the embedded engine. It reports what a bare trap does not show: that memory ran out, and that an
// exception was thrown (the libraries at hand have no unwinder; landing pads are dead code) or a thread started. A program that holds
// such code and does not reach it runs; locks and the like do nothing, as they should with one thread. It also has the `tmpfile` that
// the library lacks, and what mantissa_wide.h declares: functions of the C library as 64-bit Linux has them, with a long of 64 bits.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#define FROM_US(name) __attribute__((import_module("mantissa"), import_name(name)))
FROM_US("memory_exhausted") void memory_exhausted(void);
FROM_US("exception_thrown") _Noreturn void exception_thrown(const char *);
FROM_US("thread_started") _Noreturn void thread_started(void);

void *__real_sbrk(intptr_t);
void *__wrap_sbrk(intptr_t increment) {
  void *start = __real_sbrk(increment);
  if (start == (void *)-1) memory_exhausted();
  return start;
}
int __wrap_pthread_create(void *a, const void *b, void *(*c)(void *), void *d) { thread_started(); }
int __wrap_thrd_create(void *a, int (*b)(void *), void *c) { thread_started(); }

/* std::type_info as the Itanium C++ ABI lays it out */
struct type_info {
  void *virtual_table;
  const char *name;
};
#define WEAK __attribute__((weak))
WEAK void *__cxa_allocate_exception(size_t size) { return malloc(size); }
WEAK void __cxa_free_exception(void *thrown) { free(thrown); }
WEAK _Noreturn void __cxa_throw(void *thrown, struct type_info *type, void *(*destroy)(void *)) {
  exception_thrown(type ? type->name : "");
}
WEAK _Noreturn void __cxa_rethrow(void) { exception_thrown(""); }
WEAK void *__cxa_begin_catch(void *thrown) { return thrown; }
WEAK void __cxa_end_catch(void) {}
WEAK void *__cxa_get_exception_ptr(void *thrown) { return thrown; }
WEAK _Noreturn void _Unwind_Resume(void *thrown) { exception_thrown(""); }
WEAK int __gxx_personality_v0(void) { return 0; }
WEAK int __gxx_personality_wasm0(void) { return 0; }

/* a file of the working folder whose name is gone before anybody can see it; another run may be making one at the same time */
WEAK FILE *tmpfile(void) {
  char name[32];
  for (int number = 0; number < 10000; number++) {
    snprintf(name, sizeof name, ".mantissa-tmpfile-%d", number);
    const int file = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) return 0;
    unlink(name);
    return fdopen(file, "w+");
  }
  return 0;
}

typedef unsigned long long wide_size;

/* more than the address space: fails like malloc when memory runs out */
static void *too_much(void) {
  memory_exhausted();
  errno = ENOMEM;
  return 0;
}
void *mx_malloc(wide_size size) { return size > SIZE_MAX ? too_much() : malloc(size); }
void *mx_realloc(void *old, wide_size size) { return size > SIZE_MAX ? too_much() : realloc(old, size); }
void *mx_calloc(wide_size count, wide_size size) {
  wide_size total;
  return __builtin_mul_overflow(count, size, &total) || total > SIZE_MAX ? too_much() : calloc(total, 1);
}

long long mx_ftell(FILE *file) { return ftello(file); }
int mx_fseek(FILE *file, long long offset, int from) { return fseeko(file, offset, from); }

/* A copy of the format string in which integers of the length l, z, t or j have the length ll. The caller frees it unless it is the argument. */
static char *wide_format(const char *format, int isScan) {
  size_t length = strlen(format);
  char *result = malloc(2 * length + 1), *to = result;
  if (!result) return (char *)format;
  while (*format) {
    if ((*to++ = *format++) != '%') continue;
    while (*format && strchr("-+ #'0123456789.*$", *format)) *to++ = *format++;
    const char *modifier = format;
    while (*format && strchr("hlLqjztm", *format)) format++;
    size_t count = format - modifier;
    if (count == 1 && strchr("lztj", *modifier) && *format && strchr("diouxXn", *format)) {
      *to++ = 'l';
      *to++ = 'l';
    } else {
      memcpy(to, modifier, count);
      to += count;
    }
    if (!*format) break;
    const char conversion = *format;
    *to++ = *format++;
    if (isScan && conversion == '[') {
      if (*format == '^') *to++ = *format++;
      if (*format == ']') *to++ = *format++;
      while (*format && *format != ']') *to++ = *format++;
    }
  }
  *to = 0;
  return result;
}
#define WITH_WIDE_FORMAT(isScan, call) \
  char *wide = wide_format(format, isScan); \
  const int result = call; \
  if (wide != format) free(wide); \
  return result;
int mx_vfprintf(FILE *file, const char *format, va_list list) { WITH_WIDE_FORMAT(0, vfprintf(file, wide, list)) }
int mx_vprintf(const char *format, va_list list) { return mx_vfprintf(stdout, format, list); }
int mx_vdprintf(int file, const char *format, va_list list) { WITH_WIDE_FORMAT(0, vdprintf(file, wide, list)) }
int mx_vsnprintf(char *to, wide_size size, const char *format, va_list list) {
  WITH_WIDE_FORMAT(0, vsnprintf(to, size > SIZE_MAX ? SIZE_MAX : size, wide, list))
}
int mx_vsprintf(char *to, const char *format, va_list list) { WITH_WIDE_FORMAT(0, vsprintf(to, wide, list)) }
int mx_vasprintf(char **to, const char *format, va_list list) { WITH_WIDE_FORMAT(0, vasprintf(to, wide, list)) }
int mx_vfscanf(FILE *file, const char *format, va_list list) { WITH_WIDE_FORMAT(1, vfscanf(file, wide, list)) }
int mx_vscanf(const char *format, va_list list) { return mx_vfscanf(stdin, format, list); }
int mx_vsscanf(const char *from, const char *format, va_list list) { WITH_WIDE_FORMAT(1, vsscanf(from, wide, list)) }
#define WITH_LIST(call) \
  va_list list; \
  va_start(list, format); \
  const int result = call; \
  va_end(list); \
  return result;
int mx_printf(const char *format, ...) { WITH_LIST(mx_vfprintf(stdout, format, list)) }
int mx_fprintf(FILE *file, const char *format, ...) { WITH_LIST(mx_vfprintf(file, format, list)) }
int mx_dprintf(int file, const char *format, ...) { WITH_LIST(mx_vdprintf(file, format, list)) }
int mx_sprintf(char *to, const char *format, ...) { WITH_LIST(mx_vsprintf(to, format, list)) }
int mx_snprintf(char *to, wide_size size, const char *format, ...) { WITH_LIST(mx_vsnprintf(to, size, format, list)) }
int mx_asprintf(char **to, const char *format, ...) { WITH_LIST(mx_vasprintf(to, format, list)) }
int mx_scanf(const char *format, ...) { WITH_LIST(mx_vfscanf(stdin, format, list)) }
int mx_fscanf(FILE *file, const char *format, ...) { WITH_LIST(mx_vfscanf(file, format, list)) }
int mx_sscanf(const char *from, const char *format, ...) { WITH_LIST(mx_vsscanf(from, format, list)) }
