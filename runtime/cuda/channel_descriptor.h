// cudaCreateChannelDesc<T>(), for the element types a texture can have.
#ifndef MANTISSA_CHANNEL_DESCRIPTOR_H
#define MANTISSA_CHANNEL_DESCRIPTOR_H
#include "cuda_runtime_api.h"
#ifdef __cplusplus
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDescHalf();
cudaChannelFormatDesc cudaCreateChannelDescHalf1();
cudaChannelFormatDesc cudaCreateChannelDescHalf2();
cudaChannelFormatDesc cudaCreateChannelDescHalf4();
#endif
#endif
