// The helpers of the CUDA SDK until version 4.
#ifndef MANTISSA_CUTIL_H
#define MANTISSA_CUTIL_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include "cuda_runtime.h"
#define CUTIL_API
#define DLL_MAPPING
enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
typedef enum CUTBoolean CUTBoolean;
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifdef __cplusplus
extern "C" {
#endif
CUTBoolean cutCreateTimer(unsigned int *timer);
CUTBoolean cutDeleteTimer(unsigned int timer);
CUTBoolean cutStartTimer(const unsigned int timer);
CUTBoolean cutStopTimer(const unsigned int timer);
CUTBoolean cutResetTimer(const unsigned int timer);
float cutGetTimerValue(const unsigned int timer);
float cutGetAverageTimerValue(const unsigned int timer);
CUTBoolean cutCheckCmdLineFlag(const int argc, const char **argv, const char *name);
CUTBoolean cutGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *value);
CUTBoolean cutGetCmdLineArgumentf(const int argc, const char **argv, const char *name, float *value);
CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char **argv, const char *name, char **value);
void cutFree(void *pointer);
void cutCheckBankAccess(unsigned int x, unsigned int y, unsigned int z, unsigned int w, unsigned int h, unsigned int d, const char *file, const int line, const char *name, const int index);
char *cutFindFilePath(const char *file, const char *executable);
CUTBoolean cutReadFilef(const char *file, float **data, unsigned int *length, bool verbose);
CUTBoolean cutReadFiled(const char *file, double **data, unsigned int *length, bool verbose);
CUTBoolean cutReadFilei(const char *file, int **data, unsigned int *length, bool verbose);
CUTBoolean cutWriteFilef(const char *file, const float *data, unsigned int length, const float epsilon, bool verbose);
CUTBoolean cutLoadPGMf(const char *file, float **data, unsigned int *w, unsigned int *h);
CUTBoolean cutSavePGMf(const char *file, float *data, unsigned int w, unsigned int h);
CUTBoolean cutLoadPGMub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
CUTBoolean cutSavePGMub(const char *file, unsigned char *data, unsigned int w, unsigned int h);
CUTBoolean cutLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
CUTBoolean cutSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h);
CUTBoolean cutComparef(const float *reference, const float *data, const unsigned int length);
CUTBoolean cutComparei(const int *reference, const int *data, const unsigned int length);
CUTBoolean cutComparefe(const float *reference, const float *data, const unsigned int length, const float epsilon);
CUTBoolean cutComparefet(const float *reference, const float *data, const unsigned int length, const float epsilon, const float threshold);
CUTBoolean cutCompareL2fe(const float *reference, const float *data, const unsigned int length, const float epsilon);
#ifdef __cplusplus
}
template <class T> void mantissaCheck(T result);
#else
#define mantissaCheck(result) ((void)(result))
#endif
void mantissaCheckLastError(const char *message);
#define CUDA_SAFE_CALL_NO_SYNC(call) mantissaCheck(call)
#define CUDA_SAFE_CALL(call) mantissaCheck(call)
#define CU_SAFE_CALL(call) mantissaCheck(call)
#define CU_SAFE_CALL_NO_SYNC(call) mantissaCheck(call)
#define CUFFT_SAFE_CALL(call) mantissaCheck(call)
#define CUBLAS_SAFE_CALL(call) mantissaCheck(call)
#define CUT_SAFE_CALL(call) mantissaCheck(call)
#define CUT_CHECK_ERROR(message) mantissaCheckLastError(message)
#define CUT_CONDITION(value) mantissaCheck(value)
#define CUT_SAFE_MALLOC(pointer) mantissaCheck((pointer) != 0)
#define CUT_DEVICE_INIT(argc, argv) cudaSetDevice(0)
#define CUT_DEVICE_INIT_DRV(device, argc, argv) cudaSetDevice(0)
#define CUT_EXIT(argc, argv) exit(EXIT_SUCCESS)
#define CUT_BANK_CHECKER(array, index) array[index]
#endif
