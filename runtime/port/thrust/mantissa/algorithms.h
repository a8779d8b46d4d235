// The algorithms, in order: reduce and the scans go from left to right. Each may be given an execution policy, which is dropped.
#pragma once
#include "functions.h"
#include "iterators.h"
#include "policies.h"
#include <algorithm>
namespace thrust {
namespace in_order {

template <class I> using value_of = typename std::iterator_traits<I>::value_type;

template <class I, class T, class F> T reduce(I first, I last, T init, F op) {
  for (; first != last; ++first) init = op(init, *first);
  return init;
}
template <class I, class T> T reduce(I first, I last, T init) { return in_order::reduce(first, last, init, plus<T>()); }
template <class I> value_of<I> reduce(I first, I last) { return in_order::reduce(first, last, value_of<I>()); }
template <class I, class U, class T, class F> T transform_reduce(I first, I last, U f, T init, F op) {
  for (; first != last; ++first) init = op(init, f(*first));
  return init;
}
template <class I, class J, class T, class F, class G> T inner_product(I first, I last, J second, T init, F sum, G product) {
  for (; first != last; ++first, ++second) init = sum(init, product(*first, *second));
  return init;
}
template <class I, class J, class T> T inner_product(I first, I last, J second, T init) { return in_order::inner_product(first, last, second, init, plus<>(), multiplies<>()); }
template <class I, class J, class K, class L, class P = equal_to<>, class F = plus<>>
pair<K, L> reduce_by_key(I first, I last, J values, K keysOut, L valuesOut, P same = {}, F op = {}) {
  while (first != last) {
    value_of<I> key = *first;
    value_of<J> total = *values;
    for (++first, ++values; first != last && same(key, *first); ++first, ++values) total = op(total, *values);
    *keysOut = key, *valuesOut = total;
    ++keysOut, ++valuesOut;
  }
  return {keysOut, valuesOut};
}

template <class I, class O, class F> O transform(I first, I last, O out, F op) {
  for (; first != last; ++first, ++out) *out = op(*first);
  return out;
}
template <class I, class J, class O, class F> O transform(I first, I last, J second, O out, F op) {
  for (; first != last; ++first, ++second, ++out) *out = op(*first, *second);
  return out;
}
template <class I, class O, class F, class P> O transform_if(I first, I last, O out, F op, P predicate) {
  for (; first != last; ++first, ++out)
    if (predicate(*first)) *out = op(*first);
  return out;
}
template <class I, class S, class O, class F, class P> O transform_if(I first, I last, S stencil, O out, F op, P predicate) {
  for (; first != last; ++first, ++stencil, ++out)
    if (predicate(*stencil)) *out = op(*first);
  return out;
}
template <class I, class F> I for_each(I first, I last, F f) {
  for (; first != last; ++first) {
    auto &&element = *first;  // a zip iterator gives its tuple by value, a function may want a reference
    f(element);
  }
  return first;
}
template <class I, class N, class F> I for_each_n(I first, N n, F f) { return in_order::for_each(first, first + std::ptrdiff_t(n), f); }
template <class I, class F> void generate(I first, I last, F f) { for (; first != last; ++first) *first = f(); }
template <class I, class F> void tabulate(I first, I last, F f) { for (std::ptrdiff_t k = 0; first != last; ++first, ++k) *first = f(k); }
template <class I, class T> void fill(I first, I last, const T &x) { for (; first != last; ++first) *first = x; }
template <class I, class N, class T> I fill_n(I first, N n, const T &x) { return in_order::fill(first, first + std::ptrdiff_t(n), x), first + std::ptrdiff_t(n); }
template <class I, class T> void uninitialized_fill(I first, I last, const T &x) { in_order::fill(first, last, x); }
template <class I, class T, class S> void sequence(I first, I last, T init, S step) { for (std::ptrdiff_t k = 0; first != last; ++first, ++k) *first = value_of<I>(init + T(step) * T(k)); }
template <class I, class T> void sequence(I first, I last, T init) { in_order::sequence(first, last, init, T(1)); }
template <class I> void sequence(I first, I last) { in_order::sequence(first, last, value_of<I>(0)); }
template <class I, class O> O copy(I first, I last, O out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}
template <class I, class N, class O> O copy_n(I first, N n, O out) { return in_order::copy(first, first + std::ptrdiff_t(n), out); }
template <class I, class S, class O, class P> O copy_if(I first, I last, S stencil, O out, P predicate) {
  for (; first != last; ++first, ++stencil)
    if (predicate(*stencil)) *out = *first, ++out;
  return out;
}
template <class I, class O, class P> O copy_if(I first, I last, O out, P predicate) { return in_order::copy_if(first, last, first, out, predicate); }
template <class I, class M, class O> O gather(I map, I last, M in, O out) {
  for (; map != last; ++map, ++out) *out = in[std::ptrdiff_t(*map)];
  return out;
}
template <class I, class M, class O> void scatter(I first, I last, M map, O out) { for (; first != last; ++first, ++map) out[std::ptrdiff_t(*map)] = *first; }
template <class I, class M, class S, class O> void scatter_if(I first, I last, M map, S stencil, O out) {
  for (; first != last; ++first, ++map, ++stencil)
    if (*stencil) out[std::ptrdiff_t(*map)] = *first;
}
template <class I, class O, class F> O adjacent_difference(I first, I last, O out, F op) {
  if (first == last) return out;
  value_of<I> before = *first;
  *out = before, ++out;
  for (++first; first != last; ++first, ++out) {
    value_of<I> now = *first;
    *out = op(now, before);
    before = now;
  }
  return out;
}
template <class I, class O> O adjacent_difference(I first, I last, O out) { return in_order::adjacent_difference(first, last, out, minus<>()); }
template <class I, class J> pair<I, J> unique_by_key(I first, I last, J values) {
  I keys = first;
  J kept = values;
  for (I k = first; k != last; ++k, ++values)
    if (k == first || !(*k == *(keys - 1))) *keys = *k, *kept = *values, ++keys, ++kept;
  return {keys, kept};
}

// Sorting goes through copies, so that it works on any iterators, computed ones too. It is stable throughout.
template <class I, class F> void stable_sort(I first, I last, F less) {
  std::vector<value_of<I>> all(first, last);
  std::stable_sort(all.begin(), all.end(), less);
  in_order::copy(all.begin(), all.end(), first);
}
template <class I> void stable_sort(I first, I last) { in_order::stable_sort(first, last, thrust::less<>()); }
template <class I, class F> void sort(I first, I last, F less) { in_order::stable_sort(first, last, less); }
template <class I> void sort(I first, I last) { in_order::stable_sort(first, last, thrust::less<>()); }
template <class I, class J, class F> void stable_sort_by_key(I first, I last, J values, F less) {
  std::vector<std::pair<value_of<I>, value_of<J>>> all;
  J v = values;
  for (I k = first; k != last; ++k, ++v) all.emplace_back(*k, *v);
  std::stable_sort(all.begin(), all.end(), [&](const auto &a, const auto &b) { return less(a.first, b.first); });
  for (const auto &one : all) *first = one.first, *values = one.second, ++first, ++values;
}
template <class I, class J> void stable_sort_by_key(I first, I last, J values) { in_order::stable_sort_by_key(first, last, values, thrust::less<>()); }
template <class I, class J, class F> void sort_by_key(I first, I last, J values, F less) { in_order::stable_sort_by_key(first, last, values, less); }
template <class I, class J> void sort_by_key(I first, I last, J values) { in_order::stable_sort_by_key(first, last, values); }

template <class I, class O, class F> O inclusive_scan(I first, I last, O out, F op) {
  if (first == last) return out;
  value_of<I> total = *first;
  *out = total, ++out;
  for (++first; first != last; ++first, ++out) *out = total = op(total, *first);
  return out;
}
template <class I, class O> O inclusive_scan(I first, I last, O out) { return in_order::inclusive_scan(first, last, out, plus<>()); }
template <class I, class O, class T, class F> O exclusive_scan(I first, I last, O out, T init, F op) {
  for (; first != last; ++first, ++out) {
    const T next = op(init, *first);  // read before writing: the ranges may be one
    *out = init;
    init = next;
  }
  return out;
}
template <class I, class O, class T> O exclusive_scan(I first, I last, O out, T init) { return in_order::exclusive_scan(first, last, out, init, plus<>()); }
template <class I, class O> O exclusive_scan(I first, I last, O out) { return in_order::exclusive_scan(first, last, out, value_of<I>()); }
template <class I, class O, class U, class F> O transform_inclusive_scan(I first, I last, O out, U f, F op) {
  return in_order::inclusive_scan(transform_iterator<U, I>(first, f), transform_iterator<U, I>(last, f), out, op);
}
template <class I, class O, class U, class T, class F> O transform_exclusive_scan(I first, I last, O out, U f, T init, F op) {
  return in_order::exclusive_scan(transform_iterator<U, I>(first, f), transform_iterator<U, I>(last, f), out, init, op);
}
template <class I, class J, class O> O inclusive_scan_by_key(I first, I last, J values, O out) {
  value_of<J> total{};
  for (I k = first; k != last; ++k, ++values, ++out) *out = total = k != first && *k == *(k - 1) ? value_of<J>(total + *values) : value_of<J>(*values);
  return out;
}
template <class I, class J, class O> O exclusive_scan_by_key(I first, I last, J values, O out) {
  value_of<J> total{};
  for (I k = first; k != last; ++k, ++values, ++out) {
    if (k == first || !(*k == *(k - 1))) total = value_of<J>();
    const value_of<J> next = total + *values;
    *out = total;
    total = next;
  }
  return out;
}
template <class I, class J, class O, class S> O bounds(I first, I last, J valuesFirst, J valuesLast, O out, S search) {
  for (; valuesFirst != valuesLast; ++valuesFirst, ++out) *out = search(first, last, *valuesFirst) - first;
  return out;
}
template <class I, class J, class O> O lower_bound(I first, I last, J from, J to, O out) { return bounds(first, last, from, to, out, [](I a, I b, const auto &x) { return std::lower_bound(a, b, x); }); }
template <class I, class J, class O> O upper_bound(I first, I last, J from, J to, O out) { return bounds(first, last, from, to, out, [](I a, I b, const auto &x) { return std::upper_bound(a, b, x); }); }

using std::all_of; using std::any_of; using std::binary_search; using std::count; using std::count_if; using std::equal; using std::find;
using std::find_if; using std::find_if_not; using std::is_sorted; using std::lower_bound; using std::max_element; using std::merge;
using std::min_element; using std::minmax_element; using std::mismatch; using std::none_of; using std::partition; using std::remove;
using std::remove_copy_if; using std::remove_if; using std::replace; using std::replace_if; using std::reverse; using std::reverse_copy;
using std::stable_partition; using std::swap_ranges; using std::unique; using std::unique_copy; using std::upper_bound;
}  // namespace in_order

template <class A> constexpr bool is_policy = requires(const A &a) { []<class P>(const execution_policy<P> &) {}(a); };
#define ALGORITHM(name)                                                                                               \
  template <class First, class... A> auto name(First &&first, A &&...rest) {                                          \
    if constexpr (is_policy<std::decay_t<First>>) return in_order::name(std::forward<A>(rest)...);                    \
    else return in_order::name(std::forward<First>(first), std::forward<A>(rest)...);                                 \
  }
ALGORITHM(reduce) ALGORITHM(reduce_by_key) ALGORITHM(transform_reduce) ALGORITHM(inner_product) ALGORITHM(transform) ALGORITHM(transform_if)
ALGORITHM(for_each) ALGORITHM(for_each_n) ALGORITHM(generate) ALGORITHM(tabulate) ALGORITHM(fill) ALGORITHM(fill_n) ALGORITHM(uninitialized_fill)
ALGORITHM(sequence) ALGORITHM(copy) ALGORITHM(copy_n) ALGORITHM(copy_if) ALGORITHM(swap_ranges) ALGORITHM(gather) ALGORITHM(scatter) ALGORITHM(scatter_if)
ALGORITHM(replace) ALGORITHM(replace_if) ALGORITHM(remove) ALGORITHM(remove_if) ALGORITHM(remove_copy_if) ALGORITHM(unique) ALGORITHM(unique_copy)
ALGORITHM(unique_by_key) ALGORITHM(partition) ALGORITHM(stable_partition) ALGORITHM(reverse) ALGORITHM(reverse_copy) ALGORITHM(adjacent_difference)
ALGORITHM(sort) ALGORITHM(stable_sort) ALGORITHM(sort_by_key) ALGORITHM(stable_sort_by_key) ALGORITHM(is_sorted) ALGORITHM(merge)
ALGORITHM(lower_bound) ALGORITHM(upper_bound) ALGORITHM(binary_search) ALGORITHM(inclusive_scan) ALGORITHM(exclusive_scan)
ALGORITHM(inclusive_scan_by_key) ALGORITHM(exclusive_scan_by_key) ALGORITHM(transform_inclusive_scan) ALGORITHM(transform_exclusive_scan)
ALGORITHM(min_element) ALGORITHM(max_element) ALGORITHM(minmax_element) ALGORITHM(count) ALGORITHM(count_if) ALGORITHM(find) ALGORITHM(find_if)
ALGORITHM(find_if_not) ALGORITHM(equal) ALGORITHM(mismatch) ALGORITHM(all_of) ALGORITHM(any_of) ALGORITHM(none_of)
#undef ALGORITHM
template <class T> T max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> T min(const T &a, const T &b) { return b < a ? b : a; }
}  // namespace thrust
