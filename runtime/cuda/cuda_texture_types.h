// texture<T, dimensions, mode>: the texture references of CUDA before 12, and how the host binds them.
#ifndef MANTISSA_CUDA_TEXTURE_TYPES_H
#define MANTISSA_CUDA_TEXTURE_TYPES_H
#include "cuda_runtime_api.h"
#ifdef __cplusplus
template <class T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct texture : textureReference {
  texture(int normalizedCoordinates = 0, cudaTextureFilterMode filter = cudaFilterModePoint, cudaTextureAddressMode address = cudaAddressModeClamp);
  texture(int normalizedCoordinates, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc format);
};
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, d, m> &texture, const void *device, const cudaChannelFormatDesc &format, size_t size = 0xffffffffu);
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, d, m> &texture, const void *device, size_t size = 0xffffffffu);
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, d, m> &texture, const void *device, const cudaChannelFormatDesc &format, size_t width, size_t height, size_t pitch);
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, d, m> &texture, const void *device, size_t width, size_t height, size_t pitch);
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTextureToArray(const texture<T, d, m> &texture, cudaArray_const_t array, const cudaChannelFormatDesc &format);
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTextureToArray(const texture<T, d, m> &texture, cudaArray_const_t array);
template <class T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTextureToMipmappedArray(const texture<T, d, m> &texture, cudaMipmappedArray_const_t mipmap, const cudaChannelFormatDesc &format);
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaUnbindTexture(const texture<T, d, m> &texture);
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, d, m> &texture);
#endif
#endif
