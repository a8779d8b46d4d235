// BlockRadixSort: a stable sort of all keys of the block, `items` per thread, in blocked arrangement.
#pragma once
#include "../mantissa/collectives.h"
#include "../../mx/merge-sort.h"
#include <array>
namespace cub {
template <class K, int X, int items, class V = NullType, int bits = 4, bool memoize = true, int... rest> class BlockRadixSort {
 public:
  struct TempStorage { K words[X * items]; };
  BlockRadixSort() = default;
  BlockRadixSort(TempStorage &) {}
  auto Sort(K (&keys)[items], int = 0, int = sizeof(K) * 8) const { return sort<NullType>(keys, nullptr, [](const K &a, const K &b) { return a < b; }); }
  auto SortDescending(K (&keys)[items], int = 0, int = sizeof(K) * 8) const { return sort<NullType>(keys, nullptr, [](const K &a, const K &b) { return b < a; }); }
  template <class W> auto Sort(K (&keys)[items], W (&values)[items], int = 0, int = sizeof(K) * 8) const { return sort<W>(keys, values, [](const K &a, const K &b) { return a < b; }); }

 private:
  template <class W> struct own_items { std::array<K, items> keys; std::array<W, items> values; };
  template <class W, class Less> static auto sort(K (&keys)[items], W *values, Less less) {
    own_items<W> own{};
    for (int k = 0; k < items; k++) {
      own.keys[k] = keys[k];
      if (values) own.values[k] = values[k];
    }
    const auto all = gather_block<own_items<W>, own_items<W>>("cub::BlockRadixSort", own, [less](const own_items<W> *in, own_items<W> *out, unsigned n) {
      std::vector<std::pair<K, W>> pairs;
      for (unsigned t = 0; t < n; t++)
        for (int k = 0; k < items; k++) pairs.emplace_back(in[t].keys[k], in[t].values[k]);
      mx_runtime::port::merge_sort(pairs, [less](const auto &a, const auto &b) { return less(a.first, b.first); });
      for (unsigned t = 0; t < n; t++)
        for (int k = 0; k < items; k++) out[t].keys[k] = pairs[t * items + k].first, out[t].values[k] = pairs[t * items + k].second;
    });
    const auto deliver = [&keys, values](const own_items<W> &sorted) {
      for (int k = 0; k < items; k++) {
        keys[k] = sorted.keys[k];
        if (values) values[k] = sorted.values[k];
      }
    };
    return delivered<std::remove_const_t<decltype(all)>, std::remove_const_t<decltype(deliver)>>(all, deliver);
  }
};
}  // namespace cub
