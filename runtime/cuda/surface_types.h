#ifndef MANTISSA_SURFACE_TYPES_H
#define MANTISSA_SURFACE_TYPES_H
#include "runtime_api/memory_types.h"
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0c
#define cudaSurfaceType1DLayered 0xf1
#define cudaSurfaceType2DLayered 0xf2
#define cudaSurfaceTypeCubemapLayered 0xfc
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };
struct surfaceReference { struct cudaChannelFormatDesc channelDesc; };
typedef unsigned long long cudaSurfaceObject_t;
#endif
