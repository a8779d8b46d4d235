// What starting a process would need is left out of the C library at hand.
#ifndef MANTISSA_STDLIB_H
#define MANTISSA_STDLIB_H
#include_next <stdlib.h>
#ifdef __cplusplus
extern "C" {
#endif
int system(const char *command);
int mkstemp(char *name);
char *mktemp(char *name);
char *mkdtemp(char *name);
int getloadavg(double *averages, int count);
void *valloc(size_t size);
void *memalign(size_t alignment, size_t size);
char *realpath(const char *path, char *resolved);
int mkostemp(char *name, int flags);
int clearenv(void);
int on_exit(void (*function)(int, void *), void *argument);
void qsort_r(void *first, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context);
#ifdef __cplusplus
}
#endif
#endif
