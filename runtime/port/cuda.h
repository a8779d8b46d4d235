// The driver API, as far as programs mix it with the runtime's: devices, contexts, memory, streams, events. Modules are GPU code
// in a file, and are not available on a CPU.
#pragma once
#include "cuda_runtime.h"
#include "../cuda/cuda.h"

namespace mx_runtime::port {
inline CUresult driver_result(cudaError_t error) { return CUresult(int(error)); }
inline void *device_pointer(CUdeviceptr pointer) { return reinterpret_cast<void *>(std::uintptr_t(pointer)); }
template <class F> CUresult allocate_for_driver(CUdeviceptr *pointer, F allocate) {
  void *memory = nullptr;
  const cudaError_t error = allocate(&memory);
  *pointer = std::uintptr_t(memory);
  return driver_result(error);
}
}  // namespace mx_runtime::port

inline CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
inline CUresult cuDriverGetVersion(int *version) { *version = CUDA_VERSION; return CUDA_SUCCESS; }
inline CUresult cuGetErrorName(CUresult error, const char **name) { *name = cudaGetErrorName(cudaError_t(int(error))); return CUDA_SUCCESS; }
inline CUresult cuGetErrorString(CUresult error, const char **text) { *text = cudaGetErrorString(cudaError_t(int(error))); return CUDA_SUCCESS; }
inline CUresult cuDeviceGet(CUdevice *device, int ordinal) { *device = ordinal; return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE; }
inline CUresult cuDeviceGetCount(int *count) { *count = 1; return CUDA_SUCCESS; }
inline CUresult cuDeviceGetName(char *name, int length, CUdevice) { std::snprintf(name, std::size_t(length), "Mantissa CPU port"); return CUDA_SUCCESS; }
inline CUresult cuDeviceTotalMem(std::size_t *bytes, CUdevice) { *bytes = mx_runtime::port::device_memory; return CUDA_SUCCESS; }
inline CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) { return mx_runtime::port::driver_result(cudaDeviceGetAttribute(value, cudaDeviceAttr(int(attribute)), device)); }
inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice) { *major = 9, *minor = 0; return CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) { *context = reinterpret_cast<CUcontext>(1); return CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
inline CUresult cuCtxCreate(CUcontext *context, unsigned, CUdevice device) { return cuDevicePrimaryCtxRetain(context, device); }
inline CUresult cuCtxDestroy(CUcontext) { return CUDA_SUCCESS; }
inline CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
inline CUresult cuCtxGetCurrent(CUcontext *context) { return cuDevicePrimaryCtxRetain(context, 0); }
inline CUresult cuCtxGetDevice(CUdevice *device) { *device = 0; return CUDA_SUCCESS; }
inline CUresult cuCtxSynchronize() { return CUDA_SUCCESS; }
inline CUresult cuMemGetInfo(std::size_t *free, std::size_t *total) { return mx_runtime::port::driver_result(cudaMemGetInfo(free, total)); }
inline CUresult cuMemAlloc(CUdeviceptr *pointer, std::size_t size) { return mx_runtime::port::allocate_for_driver(pointer, [&](void **p) { return cudaMalloc(p, size); }); }
inline CUresult cuMemAllocManaged(CUdeviceptr *pointer, std::size_t size, unsigned flags) { return mx_runtime::port::allocate_for_driver(pointer, [&](void **p) { return cudaMallocManaged(p, size, flags); }); }
inline CUresult cuMemAllocPitch(CUdeviceptr *pointer, std::size_t *pitch, std::size_t width, std::size_t height, unsigned) { return mx_runtime::port::allocate_for_driver(pointer, [&](void **p) { return cudaMallocPitch(p, pitch, width, height); }); }
inline CUresult cuMemAllocHost(void **pointer, std::size_t size) { return mx_runtime::port::driver_result(cudaMallocHost(pointer, size)); }
inline CUresult cuMemHostAlloc(void **pointer, std::size_t size, unsigned flags) { return mx_runtime::port::driver_result(cudaHostAlloc(pointer, size, flags)); }
inline CUresult cuMemFree(CUdeviceptr pointer) { return mx_runtime::port::driver_result(cudaFree(mx_runtime::port::device_pointer(pointer))); }
inline CUresult cuMemFreeHost(void *pointer) { return mx_runtime::port::driver_result(cudaFreeHost(pointer)); }
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, std::size_t size) { return mx_runtime::port::driver_result(cudaMemcpy(mx_runtime::port::device_pointer(to), from, size, cudaMemcpyHostToDevice)); }
inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, std::size_t size) { return mx_runtime::port::driver_result(cudaMemcpy(to, mx_runtime::port::device_pointer(from), size, cudaMemcpyDeviceToHost)); }
inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t size) { return mx_runtime::port::driver_result(cudaMemcpy(mx_runtime::port::device_pointer(to), mx_runtime::port::device_pointer(from), size, cudaMemcpyDeviceToDevice)); }
inline CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t size) { return cuMemcpyDtoD(to, from, size); }
inline CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, std::size_t size, CUstream) { return cuMemcpyHtoD(to, from, size); }
inline CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, std::size_t size, CUstream) { return cuMemcpyDtoH(to, from, size); }
inline CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t size, CUstream) { return cuMemcpyDtoD(to, from, size); }
inline CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, std::size_t count) { return mx_runtime::port::driver_result(cudaMemset(mx_runtime::port::device_pointer(to), value, count)); }
inline CUresult cuMemsetD32(CUdeviceptr to, unsigned value, std::size_t count) {
  for (std::size_t k = 0; k < count; k++) static_cast<unsigned *>(mx_runtime::port::device_pointer(to))[k] = value;
  return CUDA_SUCCESS;
}
inline CUresult cuStreamCreate(CUstream *stream, unsigned flags) { return mx_runtime::port::driver_result(cudaStreamCreateWithFlags(stream, flags)); }
inline CUresult cuStreamSynchronize(CUstream) { return CUDA_SUCCESS; }
inline CUresult cuStreamDestroy(CUstream stream) { return mx_runtime::port::driver_result(cudaStreamDestroy(stream)); }
inline CUresult cuEventCreate(CUevent *event, unsigned flags) { return mx_runtime::port::driver_result(cudaEventCreateWithFlags(event, flags)); }
inline CUresult cuEventRecord(CUevent event, CUstream stream) { return mx_runtime::port::driver_result(cudaEventRecord(event, stream)); }
inline CUresult cuEventSynchronize(CUevent event) { return mx_runtime::port::driver_result(cudaEventSynchronize(event)); }
inline CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) { return mx_runtime::port::driver_result(cudaEventElapsedTime(milliseconds, start, end)); }
inline CUresult cuEventDestroy(CUevent event) { return mx_runtime::port::driver_result(cudaEventDestroy(event)); }
inline CUresult cuModuleLoad(CUmodule *, const char *) { mx_runtime::port::unavailable("cuModuleLoad"); }
inline CUresult cuModuleLoadData(CUmodule *, const void *) { mx_runtime::port::unavailable("cuModuleLoadData"); }
inline CUresult cuModuleLoadDataEx(CUmodule *, const void *, unsigned, CUjit_option *, void **) { mx_runtime::port::unavailable("cuModuleLoadDataEx"); }
inline CUresult cuModuleGetFunction(CUfunction *, CUmodule, const char *) { mx_runtime::port::unavailable("cuModuleGetFunction"); }
inline CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **) { mx_runtime::port::unavailable("cuLaunchKernel"); }
