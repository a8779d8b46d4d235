// Images and comparisons with the interface of the CUDA samples.
#ifndef MANTISSA_HELPER_IMAGE_H
#define MANTISSA_HELPER_IMAGE_H
#define COMMON_HELPER_IMAGE_H_
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include "exception.h"
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
template <class T> bool sdkLoadPGM(const char *file, T **data, unsigned int *w, unsigned int *h);
template <class T> bool sdkLoadPPM4(const char *file, T **data, unsigned int *w, unsigned int *h);
template <class T> bool sdkSavePGM(const char *file, T *data, unsigned int w, unsigned int h);
bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h);
bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h);
bool sdkSavePPMub(const char *file, unsigned char *data, unsigned int w, unsigned int h);
template <class T> bool sdkReadFile(const char *file, T **data, unsigned int *length, bool verbose);
template <class T, class S> bool sdkWriteFile(const char *file, const T *data, unsigned int length, const S epsilon, bool verbose, bool append = false);
template <class T, class S> bool compareData(const T *reference, const T *data, const unsigned int length, const S epsilon, const float threshold);
bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int length, const float epsilon);
bool sdkComparePPM(const char *image, const char *reference, const float epsilon, const float threshold, bool verbose);
bool sdkComparePGM(const char *image, const char *reference, const float epsilon, const float threshold, bool verbose);
bool sdkCompareBin2BinFloat(const char *image, const char *reference, unsigned int length, const float epsilon, const float threshold, char *executable);
#endif
