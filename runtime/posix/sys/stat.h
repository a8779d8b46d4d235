// Permissions of files, which the C library at hand leaves out.
#ifndef MANTISSA_SYS_STAT_H
#define MANTISSA_SYS_STAT_H
#include_next <sys/stat.h>
#ifdef __cplusplus
extern "C" {
#endif
mode_t umask(mode_t mask);
int chmod(const char *path, mode_t mode);
int fchmod(int file, mode_t mode);
int fchmodat(int folder, const char *path, mode_t mode, int flags);
int mkfifo(const char *path, mode_t mode);
int mknod(const char *path, mode_t mode, dev_t device);
#ifdef __cplusplus
}
#endif
#endif
