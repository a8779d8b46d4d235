#ifndef MANTISSA_STDIO_H
#define MANTISSA_STDIO_H
#include_next <stdio.h>
#ifndef L_tmpnam
#define L_tmpnam 20
#endif
#ifdef __cplusplus
extern "C" {
#endif
FILE *popen(const char *command, const char *mode);
int pclose(FILE *file);
FILE *tmpfile(void);
char *tmpnam(char *name);
void flockfile(FILE *file);
int ftrylockfile(FILE *file);
void funlockfile(FILE *file);
int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned int flags);
char *tempnam(const char *folder, const char *prefix);
#ifdef __cplusplus
}
#endif
#endif
