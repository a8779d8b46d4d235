#ifndef MANTISSA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define MANTISSA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#include "cooperative_groups.h"
#ifdef __CUDA__
namespace cooperative_groups {
template <class Group, class T> __device__ void memcpy_async(const Group &group, T *to, const T *from, size_t size) { __builtin_trap(); }
template <class Group, class T> __device__ void memcpy_async(const Group &group, T *to, size_t toCount, const T *from, size_t fromCount) { __builtin_trap(); }
template <class Group> __device__ void wait(const Group &group) { __builtin_trap(); }
template <unsigned int Stages, class Group> __device__ void wait_prior(const Group &group) { __builtin_trap(); }
}
#endif
#endif
