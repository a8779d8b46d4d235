// The inline half of the SDK's helpers until version 4.
#ifndef MANTISSA_CUTIL_INLINE_H
#define MANTISSA_CUTIL_INLINE_H
#include "cutil.h"
#define cutilSafeCall(call) mantissaCheck(call)
#define cutilSafeCallNoSync(call) mantissaCheck(call)
#define cutilSafeThreadSync() mantissaCheck(cudaThreadSynchronize())
#define cutilDrvSafeCall(call) mantissaCheck(call)
#define cutilDrvSafeCallNoSync(call) mantissaCheck(call)
#define cufftSafeCall(call) mantissaCheck(call)
#define cublasSafeCall(call) mantissaCheck(call)
#define cutilCheckError(call) mantissaCheck(call)
#define cutilCheckErrorGL() ((void)0)
#define cutilCheckMsg(message) mantissaCheckLastError(message)
#define cutilCheckMsgNoSync(message) mantissaCheckLastError(message)
#define cutilSafeMalloc(pointer) mantissaCheck((pointer) != 0)
#define cutilCondition(value) mantissaCheck(value)
#define cutilExit(argc, argv) exit(EXIT_SUCCESS)
cudaError_t cutilDeviceSynchronize();
cudaError_t cutilDeviceReset();
int cutGetMaxGflopsDeviceId();
int cutilChooseCudaDevice(int argc, char **argv);
int cutilDeviceInit(int argc, char **argv);
bool cutilCudaCapabilities(int major, int minor, int argc, char **argv);
#endif
