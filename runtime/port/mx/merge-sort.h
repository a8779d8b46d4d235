// A stable sort small enough to instantiate for every type: <algorithm> costs more to read than most programs.
#pragma once
#include "../host_defines.h"

namespace mx_runtime::port {

template <class T, class Less> void merge_sort(std::vector<T> &all, const Less &less) {
  std::vector<T> other(all);
  for (std::size_t width = 1; width < all.size(); width *= 2) {
    for (std::size_t begin = 0; begin < all.size(); begin += 2 * width) {
      const std::size_t middle = begin + width < all.size() ? begin + width : all.size();
      const std::size_t end = middle + width < all.size() ? middle + width : all.size();
      for (std::size_t a = begin, b = middle, to = begin; to < end; to++)
        other[to] = b == end || (a < middle && !less(all[b], all[a])) ? all[a++] : all[b++];
    }
    all.swap(other);
  }
}

}  // namespace mx_runtime::port
