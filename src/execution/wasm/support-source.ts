/**
 * C++ linked into every program of the embedded engine. It tells us what a bare trap would not: that memory ran out, and that an
 * exception was thrown (the libraries at hand have no unwinder; with the personality-less lowering, landing pads are dead code).
 */
export const SUPPORT_SOURCE = `
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <typeinfo>
__attribute__((import_module("mantissa"), import_name("memory_exhausted"))) extern "C" void mantissa_memory_exhausted(void);
__attribute__((import_module("mantissa"), import_name("exception_thrown"))) extern "C" [[noreturn]] void mantissa_exception_thrown(const char *);
extern "C" {
void *__real_sbrk(intptr_t);
void *__wrap_sbrk(intptr_t increment) {
  void *start = __real_sbrk(increment);
  if (start == (void *)-1) mantissa_memory_exhausted();
  return start;
}
__attribute__((weak)) void *__cxa_allocate_exception(size_t size) { return malloc(size); }
__attribute__((weak)) void __cxa_free_exception(void *thrown) { free(thrown); }
[[noreturn]] __attribute__((weak)) void __cxa_throw(void *, std::type_info *type, void (*)(void *)) {
  mantissa_exception_thrown(type ? type->name() : "");
}
[[noreturn]] __attribute__((weak)) void __cxa_rethrow(void) { mantissa_exception_thrown(""); }
__attribute__((weak)) void *__cxa_begin_catch(void *thrown) { return thrown; }
__attribute__((weak)) void __cxa_end_catch(void) {}
__attribute__((weak)) void *__cxa_get_exception_ptr(void *thrown) { return thrown; }
[[noreturn]] __attribute__((weak)) void _Unwind_Resume(void *) { mantissa_exception_thrown(""); }
__attribute__((weak)) int __gxx_personality_v0(void) { return 0; }
__attribute__((weak)) int __gxx_personality_wasm0(void) { return 0; }
}
`;
