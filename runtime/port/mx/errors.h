// The last error, with CUDA's rules: every call that fails records it; cudaGetLastError forgets it, cudaPeekAtLastError does not.
#pragma once
#include "../host_defines.h"
#include "../../cuda/driver_types.h"

namespace mx_runtime::port {

inline cudaError_t last_error = cudaSuccess;

inline cudaError_t report(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

}  // namespace mx_runtime::port

inline cudaError_t cudaGetLastError() { return std::exchange(mx_runtime::port::last_error, cudaSuccess); }
inline cudaError_t cudaPeekAtLastError() { return mx_runtime::port::last_error; }

/** The names programs meet; CUDA's other codes are spelt by number. */
inline const char *cudaGetErrorName(cudaError_t error) {
#define NAMED(e) case e: return #e;
  switch (int(error)) {
    NAMED(cudaSuccess) NAMED(cudaErrorInvalidValue) NAMED(cudaErrorMemoryAllocation) NAMED(cudaErrorInitializationError)
    NAMED(cudaErrorInvalidConfiguration) NAMED(cudaErrorInvalidPitchValue) NAMED(cudaErrorInvalidSymbol)
    NAMED(cudaErrorInvalidDevicePointer) NAMED(cudaErrorInvalidTexture) NAMED(cudaErrorInvalidMemcpyDirection)
    NAMED(cudaErrorInvalidDeviceFunction) NAMED(cudaErrorNoDevice) NAMED(cudaErrorInvalidDevice)
    NAMED(cudaErrorInvalidResourceHandle) NAMED(cudaErrorNotReady) NAMED(cudaErrorIllegalAddress)
    NAMED(cudaErrorLaunchOutOfResources) NAMED(cudaErrorLaunchTimeout) NAMED(cudaErrorPeerAccessAlreadyEnabled)
    NAMED(cudaErrorPeerAccessNotEnabled) NAMED(cudaErrorAssert) NAMED(cudaErrorHostMemoryAlreadyRegistered)
    NAMED(cudaErrorHostMemoryNotRegistered) NAMED(cudaErrorLaunchFailure) NAMED(cudaErrorCooperativeLaunchTooLarge)
    NAMED(cudaErrorNotPermitted) NAMED(cudaErrorNotSupported) NAMED(cudaErrorUnknown) NAMED(cudaErrorInvalidChannelDescriptor)
    NAMED(cudaErrorPeerAccessUnsupported) NAMED(cudaErrorMissingConfiguration)
  }
#undef NAMED
  return "unrecognized error code";
}

inline const char *cudaGetErrorString(cudaError_t error) {
  switch (int(error)) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInitializationError: return "initialization error";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInvalidPitchValue: return "invalid pitch argument";
    case cudaErrorInvalidSymbol: return "invalid device symbol";
    case cudaErrorInvalidDevicePointer: return "invalid device pointer";
    case cudaErrorInvalidTexture: return "invalid texture reference";
    case cudaErrorInvalidChannelDescriptor: return "invalid channel descriptor";
    case cudaErrorInvalidMemcpyDirection: return "invalid copy direction for memcpy";
    case cudaErrorMissingConfiguration: return "__global__ function call is not configured";
    case cudaErrorInvalidDeviceFunction: return "invalid device function";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorInvalidResourceHandle: return "invalid resource handle";
    case cudaErrorNotReady: return "device not ready";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorLaunchOutOfResources: return "too many resources requested for launch";
    case cudaErrorLaunchTimeout: return "the launch timed out and was terminated";
    case cudaErrorPeerAccessUnsupported: return "peer access is not supported between these two devices";
    case cudaErrorPeerAccessAlreadyEnabled: return "peer access is already enabled";
    case cudaErrorPeerAccessNotEnabled: return "peer access has not been enabled";
    case cudaErrorAssert: return "device-side assert triggered";
    case cudaErrorHostMemoryAlreadyRegistered: return "part or all of the requested memory range is already mapped";
    case cudaErrorHostMemoryNotRegistered: return "pointer does not correspond to a registered memory region";
    case cudaErrorLaunchFailure: return "unspecified launch failure";
    case cudaErrorCooperativeLaunchTooLarge: return "too many blocks in cooperative launch";
    case cudaErrorNotPermitted: return "operation not permitted";
    case cudaErrorNotSupported: return "operation not supported";
    case cudaErrorUnknown: return "unknown error";
  }
  return "unrecognized error code";
}
