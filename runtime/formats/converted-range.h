// A range whose numbers are converted when they are read: arrays, containers, and any range with begin() and end(). Of a temporary it
// is the owner.
#pragma once

#include <cstddef>

#include "platform.h"

namespace mx_runtime {
namespace detail {

template <class T, std::size_t n> MX_HD T *first_of(T (&array)[n], int) { return array; }
template <class T, std::size_t n> MX_HD T *last_of(T (&array)[n], int) { return array + n; }
MX_OF_ITS_RANGE
template <class Range> MX_HD auto first_of(Range &range, int) -> decltype(range.begin()) { return range.begin(); }
MX_OF_ITS_RANGE
template <class Range> MX_HD auto last_of(Range &range, int) -> decltype(range.end()) { return range.end(); }
MX_OF_ITS_RANGE
template <class Range> MX_HD auto first_of(Range &range, long) -> decltype(begin(range)) { return begin(range); }
MX_OF_ITS_RANGE
template <class Range> MX_HD auto last_of(Range &range, long) -> decltype(end(range)) { return end(range); }

template <class To, class Place> struct converting_iterator {
  Place place;
  MX_OF_ITS_RANGE
  MX_HD To operator*() const { return static_cast<To>(*place); }
  MX_OF_ITS_RANGE
  MX_HD void operator++() { ++place; }
  MX_OF_ITS_RANGE
  template <class End> MX_HD bool operator!=(const converting_iterator<To, End> &end) const { return place != end.place; }
};
template <class To, class Place> MX_HD converting_iterator<To, Place> converting(Place place) { return {place}; }

}  // namespace detail

template <class To, class Range> struct converted_range {
  Range range;
  MX_OF_ITS_RANGE
  MX_HD auto begin() { return detail::converting<To>(detail::first_of(range, 0)); }
  MX_OF_ITS_RANGE
  MX_HD auto end() { return detail::converting<To>(detail::last_of(range, 0)); }
};

}  // namespace mx_runtime
