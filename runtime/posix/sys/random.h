// Random bytes of the system.
#ifndef MANTISSA_SYS_RANDOM_H
#define MANTISSA_SYS_RANDOM_H
#include_next <sys/random.h>
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
#ifdef __cplusplus
extern "C" {
#endif
ssize_t getrandom(void *buffer, size_t length, unsigned int flags);
#ifdef __cplusplus
}
#endif
#endif
