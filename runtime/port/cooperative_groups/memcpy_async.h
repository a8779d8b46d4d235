// Asynchronous copies of a group: its first thread copies at once, and waiting is the group's barrier.
#ifndef MANTISSA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define MANTISSA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#include "../cooperative_groups.h"
namespace cooperative_groups {
template <class Group, class T> void memcpy_async(const Group &group, T *to, const T *from, std::size_t size) {
  if (group.thread_rank() == 0) std::memcpy(static_cast<void *>(to), from, size);
}
template <class Group, class T> void memcpy_async(const Group &group, T *to, std::size_t toCount, const T *from, std::size_t fromCount) {
  memcpy_async(group, to, from, (toCount < fromCount ? toCount : fromCount) * sizeof(T));
}
template <class Group> auto wait(const Group &group) { return group.sync(); }
template <unsigned Stages, class Group> auto wait_prior(const Group &group) { return group.sync(); }
}  // namespace cooperative_groups
#endif
