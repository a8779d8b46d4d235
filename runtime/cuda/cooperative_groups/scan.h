#ifndef MANTISSA_COOPERATIVE_GROUPS_SCAN_H
#define MANTISSA_COOPERATIVE_GROUPS_SCAN_H
#include "cooperative_groups.h"
#ifdef __CUDA__
namespace cooperative_groups {
template <class Group, class T> __device__ T inclusive_scan(const Group &group, T value) { __builtin_trap(); }
template <class Group, class T, class Op> __device__ T inclusive_scan(const Group &group, T value, Op &&op) { __builtin_trap(); }
template <class Group, class T> __device__ T exclusive_scan(const Group &group, T value) { __builtin_trap(); }
template <class Group, class T, class Op> __device__ T exclusive_scan(const Group &group, T value, Op &&op) { __builtin_trap(); }
}
#endif
#endif
