// surface<void, dimensions>: the surface references of CUDA before 12.
#ifndef MANTISSA_CUDA_SURFACE_TYPES_H
#define MANTISSA_CUDA_SURFACE_TYPES_H
#include "cuda_runtime_api.h"
#ifdef __cplusplus
template <class T, int dimensions = 1> struct surface : surfaceReference { surface(); };
template <class T, int d> cudaError_t cudaBindSurfaceToArray(const surface<T, d> &surface, cudaArray_const_t array, const cudaChannelFormatDesc &format);
template <class T, int d> cudaError_t cudaBindSurfaceToArray(const surface<T, d> &surface, cudaArray_const_t array);
#endif
#endif
