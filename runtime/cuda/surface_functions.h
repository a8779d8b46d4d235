// Reading and writing surfaces, by object or by reference.
#ifndef MANTISSA_SURFACE_FUNCTIONS_H
#define MANTISSA_SURFACE_FUNCTIONS_H
#include "cuda_surface_types.h"
#ifdef __CUDA__
#define COMMA ,
#define SURFACE(name, dimensions, parameters) \
  template <class T> static __device__ T name##read(cudaSurfaceObject_t surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> static __device__ void name##read(T *value, cudaSurfaceObject_t surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> static __device__ void name##write(T value, cudaSurfaceObject_t surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> static __device__ T name##read(surface<void, dimensions> surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> static __device__ void name##read(T *value, surface<void, dimensions> surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class T> static __device__ void name##write(T value, surface<void, dimensions> surface, parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
SURFACE(surf1D, cudaSurfaceType1D, int x)
SURFACE(surf2D, cudaSurfaceType2D, int x COMMA int y)
SURFACE(surf3D, cudaSurfaceType3D, int x COMMA int y COMMA int z)
SURFACE(surf1DLayered, cudaSurfaceType1DLayered, int x COMMA int layer)
SURFACE(surf2DLayered, cudaSurfaceType2DLayered, int x COMMA int y COMMA int layer)
SURFACE(surfCubemap, cudaSurfaceTypeCubemap, int x COMMA int y COMMA int face)
#undef SURFACE
#undef COMMA
#endif
#endif
