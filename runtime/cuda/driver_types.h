// The types of the runtime API.
#ifndef MANTISSA_DRIVER_TYPES_H
#define MANTISSA_DRIVER_TYPES_H
#include "host_defines.h"
#include "vector_types.h"
#include "runtime_api/errors.h"
#include "runtime_api/device_properties.h"
#include "runtime_api/memory_types.h"
#include "runtime_api/launch_types.h"
#include "texture_types.h"
#include "surface_types.h"
enum cudaOutputMode { cudaKeyValuePair = 0, cudaCSV = 1 };
typedef enum cudaOutputMode cudaOutputMode_t;
#ifndef __cplusplus
typedef struct cudaDeviceProp cudaDeviceProp;
typedef struct cudaPitchedPtr cudaPitchedPtr;
typedef struct cudaExtent cudaExtent;
typedef struct cudaPos cudaPos;
typedef enum cudaMemcpyKind cudaMemcpyKind;
#endif
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
enum cudaGraphicsRegisterFlags {
  cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags { cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard };
#endif
