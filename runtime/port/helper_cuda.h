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
inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
template <class T> const char *_cudaGetErrorEnum(T) { return "<unknown>"; }
template <class T> void check(T result, char const *const call, const char *const file, int const line) {
  if (!result) return;
  fprintf(stderr, "CUDA error at %s:%d code=%u(%s) \"%s\" \n", file, line, unsigned(result), _cudaGetErrorEnum(result), call);
  exit(EXIT_FAILURE);
}
inline void __getLastCudaError(const char *message, const char *file, const int line) {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, int(error), cudaGetErrorString(error));
  exit(EXIT_FAILURE);
}
inline void __printLastCudaError(const char *message, const char *file, const int line) {
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, int(error), cudaGetErrorString(error));
}
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
inline int ftoi(float value) { return int(value >= 0 ? value + 0.5f : value - 0.5f); }
inline int _ConvertSMVer2Cores(int, int) { return 128; }
inline const char *_ConvertSMVer2ArchName(int, int) { return "Mantissa"; }
inline int gpuDeviceInit(int device) { return cudaSetDevice(device) == cudaSuccess ? device : -1; }
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findIntegratedGPU() { return -1; }
inline bool checkCudaCapabilities(int major, int minor) { return major < 9 || (major == 9 && minor == 0); }
inline int findCudaDevice(int, const char **) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("GPU Device 0: \"%s\" with compute capability %d.%d\n\n", _ConvertSMVer2ArchName(properties.major, properties.minor), properties.major, properties.minor);
  return 0;
}
#endif
