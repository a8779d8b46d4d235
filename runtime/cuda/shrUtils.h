// Logging helpers of the CUDA SDK until version 4.
#ifndef MANTISSA_SHRUTILS_H
#define MANTISSA_SHRUTILS_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cutil.h"
#ifdef __cplusplus
enum LOGMODES { LOGCONSOLE = 1, LOGFILE = 2, LOGBOTH = 3, APPENDMODE = 4, MASTER = 8, ERRORMSG = 16, CLOSELOG = 32 };
void shrSetLogFileName(const char *name);
int shrLog(const char *format, ...);
int shrLogEx(int mode, int error, const char *format, ...);
double shrDeltaT(int timer = 0);
bool shrCheckCmdLineFlag(int argc, const char **argv, const char *name);
bool shrGetCmdLineArgumenti(int argc, const char **argv, const char *name, int *value);
bool shrGetCmdLineArgumentf(int argc, const char **argv, const char *name, float *value);
char *shrFindFilePath(const char *file, const char *executable);
void shrFillArray(float *data, int size);
void shrEXIT(int argc, const char **argv);
#define shrCheckError(a, b) mantissaCheck((a) == (b))
#endif
#endif
