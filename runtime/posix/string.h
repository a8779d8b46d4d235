// What the GNU C library has besides.
#ifndef MANTISSA_STRING_H
#define MANTISSA_STRING_H
#include_next <string.h>
#undef strdupa
#define strdupa(text) __builtin_strcpy((char *)__builtin_alloca(strlen(text) + 1), text)
#ifdef __cplusplus
extern "C" {
#endif
void *rawmemchr(const void *memory, int character);
#ifdef __cplusplus
}
#endif
#endif
