#ifndef MANTISSA_COOPERATIVE_GROUPS_REDUCE_H
#define MANTISSA_COOPERATIVE_GROUPS_REDUCE_H
#include "cooperative_groups.h"
#ifdef __CUDA__
namespace cooperative_groups {
template <class Group, class T, class Op> __device__ T reduce(const Group &group, T value, Op &&op) { __builtin_trap(); }
template <class Group, class T, class Op> __device__ void reduce_update_async(const Group &group, T &target, T value, Op &&op) { __builtin_trap(); }
template <class Group, class T, class Op> __device__ void reduce_store_async(const Group &group, T *target, T value, Op &&op) { __builtin_trap(); }
}
#endif
#endif
