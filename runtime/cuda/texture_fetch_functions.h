// Reading textures: from an object (the element type is given), from a reference (it is known).
#ifndef MANTISSA_TEXTURE_FETCH_FUNCTIONS_H
#define MANTISSA_TEXTURE_FETCH_FUNCTIONS_H
#include "cuda_texture_types.h"
#ifdef __CUDA__
// what reading a T gives: itself, or floats between 0 and 1 (-1 and 1)
template <class T, cudaTextureReadMode mode> struct MantissaTexel { typedef T type; };
#define NORMALIZED(T, F) template <> struct MantissaTexel<T, cudaReadModeNormalizedFloat> { typedef F type; };
#define NORMALIZED_VECTORS(name) NORMALIZED(name##1, float1) NORMALIZED(name##2, float2) NORMALIZED(name##4, float4)
NORMALIZED(char, float) NORMALIZED(signed char, float) NORMALIZED(unsigned char, float) NORMALIZED(short, float) NORMALIZED(unsigned short, float)
NORMALIZED_VECTORS(char) NORMALIZED_VECTORS(uchar) NORMALIZED_VECTORS(short) NORMALIZED_VECTORS(ushort)
#undef NORMALIZED
#undef NORMALIZED_VECTORS

#define COMMA ,
#define FETCH(name, dimensions, parameters) \
  template <class T> static __device__ T name(cudaTextureObject_t texture, parameters); \
  template <class T> static __device__ void name(T *value, cudaTextureObject_t texture, parameters); \
  template <class T, cudaTextureReadMode m> static __device__ typename MantissaTexel<T, m>::type name(texture<T, dimensions, m> texture, parameters);
FETCH(tex1Dfetch, cudaTextureType1D, int x)
FETCH(tex1D, cudaTextureType1D, float x)
FETCH(tex2D, cudaTextureType2D, float x COMMA float y)
FETCH(tex3D, cudaTextureType3D, float x COMMA float y COMMA float z)
FETCH(texCubemap, cudaTextureTypeCubemap, float x COMMA float y COMMA float z)
FETCH(tex1DLayered, cudaTextureType1DLayered, float x COMMA int layer)
FETCH(tex2DLayered, cudaTextureType2DLayered, float x COMMA float y COMMA int layer)
FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, float x COMMA float y COMMA float z COMMA int layer)
FETCH(tex1DLod, cudaTextureType1D, float x COMMA float level)
FETCH(tex2DLod, cudaTextureType2D, float x COMMA float y COMMA float level)
FETCH(tex3DLod, cudaTextureType3D, float x COMMA float y COMMA float z COMMA float level)
FETCH(tex1DLayeredLod, cudaTextureType1DLayered, float x COMMA int layer COMMA float level)
FETCH(tex2DLayeredLod, cudaTextureType2DLayered, float x COMMA float y COMMA int layer COMMA float level)
FETCH(tex1DGrad, cudaTextureType1D, float x COMMA float dx COMMA float dy)
FETCH(tex2DGrad, cudaTextureType2D, float x COMMA float y COMMA float2 dx COMMA float2 dy)
FETCH(tex3DGrad, cudaTextureType3D, float x COMMA float y COMMA float z COMMA float4 dx COMMA float4 dy)
FETCH(tex2Dgather, cudaTextureType2D, float x COMMA float y COMMA int component = 0)
#undef FETCH
#undef COMMA
#endif
#endif
