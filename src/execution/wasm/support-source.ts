/**
 * C linked into every program of the embedded engine. It tells us what a bare trap would not: that memory ran out, and that an
 * exception was thrown (the libraries at hand have no unwinder; landing pads are dead code) or a thread started. A program that holds
 * such code and does not reach it runs; locks and the like do nothing, as they should with one thread.
 */
export const SUPPORT_SOURCE = `
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
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
`;
