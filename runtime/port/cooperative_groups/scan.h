// Prefix sums over a group, left to right.
#ifndef MANTISSA_COOPERATIVE_GROUPS_SCAN_H
#define MANTISSA_COOPERATIVE_GROUPS_SCAN_H
#include "../cooperative_groups.h"
namespace cooperative_groups {

template <class Op, bool inclusive> struct prefix {
  Op op;
  template <class T> T operator()(const T *values, unsigned, unsigned rank) const {
    if (!inclusive && rank == 0) return T();
    T total = values[0];
    for (unsigned k = 1; k < rank + inclusive; k++) total = op(total, values[k]);
    return total;
  }
};
template <class T, class Op, bool inclusive> using scan = mx_runtime::port::gathered<T, prefix<Op, inclusive>>;
template <class Group, class T, class Op = plus<T>> scan<T, std::decay_t<Op>, true> inclusive_scan(const Group &group, T value, Op &&op = {}) {
  return {"inclusive_scan", group.lanes(), 0u, value, {op}};
}
template <class Group, class T, class Op = plus<T>> scan<T, std::decay_t<Op>, false> exclusive_scan(const Group &group, T value, Op &&op = {}) {
  return {"exclusive_scan", group.lanes(), 0u, value, {op}};
}

}  // namespace cooperative_groups
#endif
