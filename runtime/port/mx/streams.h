// Streams and events. Everything happens at once and in order, so a stream is a name and an event is the time it was recorded.
#pragma once
#include "errors.h"
#include "failure.h"

struct CUstream_st { unsigned flags; int priority; };
struct CUevent_st { unsigned flags; bool recorded; long long nanoseconds; };
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);

inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
  if (!stream) return mx_runtime::port::report(cudaErrorInvalidValue);
  *stream = new CUstream_st{flags, priority};
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) { return cudaStreamCreateWithPriority(stream, flags, 0); }
inline cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithPriority(stream, 0, 0); }
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (std::uintptr_t(stream) <= 2) return mx_runtime::port::report(cudaErrorInvalidResourceHandle);
  delete stream;
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) { *priority = std::uintptr_t(stream) <= 2 ? 0 : stream->priority; return cudaSuccess; }
inline cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) { *flags = std::uintptr_t(stream) <= 2 ? 0 : stream->flags; return cudaSuccess; }
inline cudaError_t cudaStreamGetDevice(cudaStream_t, int *device) { *device = 0; return cudaSuccess; }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned = 0) { return event ? cudaSuccess : mx_runtime::port::report(cudaErrorInvalidResourceHandle); }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *userData, unsigned) {
  callback(stream, cudaSuccess, userData);
  return cudaSuccess;
}
inline cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void *userData) {
  function(userData);
  return cudaSuccess;
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status) { *status = cudaStreamCaptureStatusNone; return cudaSuccess; }

inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  if (!event) return mx_runtime::port::report(cudaErrorInvalidValue);
  *event = new CUevent_st{flags, false, 0};
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags = 0) { return cudaEventCreateWithFlags(event, flags); }
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event) return mx_runtime::port::report(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr) {
  if (!event) return mx_runtime::port::report(cudaErrorInvalidResourceHandle);
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  event->nanoseconds = now.tv_sec * 1000000000ll + now.tv_nsec;
  event->recorded = true;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr, unsigned = 0) { return cudaEventRecord(event, stream); }
inline cudaError_t cudaEventQuery(cudaEvent_t event) { return event ? cudaSuccess : mx_runtime::port::report(cudaErrorInvalidResourceHandle); }
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) { return event ? cudaSuccess : mx_runtime::port::report(cudaErrorInvalidResourceHandle); }
inline cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!milliseconds) return mx_runtime::port::report(cudaErrorInvalidValue);
  if (!start || !end || !start->recorded || !end->recorded || (start->flags | end->flags) & cudaEventDisableTiming)
    return mx_runtime::port::report(cudaErrorInvalidResourceHandle);
  // no two events of a GPU are closer than its clock's half microsecond: programs divide by this
  const double elapsed = double(end->nanoseconds - start->nanoseconds) * 1e-6;
  *milliseconds = float(elapsed > 0 && elapsed < 0.0005 ? 0.0005 : elapsed == 0 && start != end ? 0.0005 : elapsed);
  return cudaSuccess;
}
