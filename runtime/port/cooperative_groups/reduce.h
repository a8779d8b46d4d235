// Reductions over a group.
#ifndef MANTISSA_COOPERATIVE_GROUPS_REDUCE_H
#define MANTISSA_COOPERATIVE_GROUPS_REDUCE_H
#include "../cooperative_groups.h"
namespace cooperative_groups {

/** Halves the distance step by step, as shuffles do: value k takes value k + n/2, then k + n/4, … Every lane gets the total. */
template <class Op> struct butterfly {
  Op op;
  template <class T> T operator()(const T *values, unsigned count, unsigned) const {
    T work[mx_runtime::port::lanes_per_warp];
    for (unsigned k = 0; k < count; k++) work[k] = values[k];
    for (unsigned step = 16; step; step /= 2)
      for (unsigned k = 0; k < step && k + step < count; k++) work[k] = op(work[k], work[k + step]);
    return work[0];
  }
};
template <class T, class Op> using reduction = mx_runtime::port::gathered<T, butterfly<Op>>;
template <class Group, class T, class Op> reduction<T, std::decay_t<Op>> reduce(const Group &group, T value, Op &&op) {
  return {"reduce", group.lanes(), 0u, value, {op}};
}

}  // namespace cooperative_groups
#endif
