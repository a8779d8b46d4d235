// Ways of opening a file that the C library at hand leaves out.
#ifndef MANTISSA_FCNTL_H
#define MANTISSA_FCNTL_H
#include_next <fcntl.h>
#ifndef O_DIRECT
#define O_DIRECT 040000
#endif
#ifdef __cplusplus
extern "C" {
#endif
int fallocate(int file, int mode, off_t offset, off_t length);
#ifdef __cplusplus
}
#endif
#endif
