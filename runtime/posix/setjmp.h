// The C library at hand has setjmp only where WebAssembly has exceptions.
#ifndef MANTISSA_SETJMP_H
#define MANTISSA_SETJMP_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { long registers[32]; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf state) __attribute__((returns_twice));
__attribute__((noreturn)) void longjmp(jmp_buf state, int value);
int sigsetjmp(sigjmp_buf state, int saveMask) __attribute__((returns_twice));
__attribute__((noreturn)) void siglongjmp(sigjmp_buf state, int value);
#define setjmp setjmp
#ifdef __cplusplus
}
#endif
#endif
