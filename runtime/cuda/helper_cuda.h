// Error checks and device choice with the interface of the CUDA samples.
#ifndef MANTISSA_HELPER_CUDA_H
#define MANTISSA_HELPER_CUDA_H
#define COMMON_HELPER_CUDA_H_
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda_runtime.h"
#include "helper_string.h"
template <class T> void check(T result, char const *const call, const char *const file, int const line);
template <class T> const char *_cudaGetErrorEnum(T error);
void __getLastCudaError(const char *message, const char *file, const int line);
void __printLastCudaError(const char *message, const char *file, const int line);
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#define printLastCudaError(msg) __printLastCudaError(msg, __FILE__, __LINE__)
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#define DEVICE_RESET cudaDeviceReset();
int ftoi(float value);
int _ConvertSMVer2Cores(int major, int minor);
const char *_ConvertSMVer2ArchName(int major, int minor);
int gpuDeviceInit(int device);
int gpuGetMaxGflopsDeviceId();
int findCudaDevice(int argc, const char **argv);
int findIntegratedGPU();
bool checkCudaCapabilities(int major, int minor);
#endif
