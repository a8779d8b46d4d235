// The algorithms, in order: reduce and the scans go from left to right. Each may be given an execution policy, which is dropped.
#pragma once
#include "functions.h"
#include "iterators.h"
#include "policies.h"
#include "../../mx/merge-sort.h"
// the standard headers that come with any algorithm of the real one
#include <chrono>
#include <concepts>
#include <iostream>
#include <optional>
#include <string>
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
template <class I, class J, class P = equal_to<>> pair<I, J> unique_by_key(I first, I last, J values, P same = {}) {
  I keys = first;
  J kept = values;
  for (I k = first; k != last; ++k, ++values)
    if (k == first || !same(*(keys - 1), *k)) *keys = *k, *kept = *values, ++keys, ++kept;
  return {keys, kept};
}

// Sorting goes through copies, so that it works on any iterators, computed ones too. It is stable throughout.
template <class I, class F> void stable_sort(I first, I last, F less) {
  std::vector<value_of<I>> all;
  for (I i = first; i != last; ++i) all.push_back(*i);
  mx_runtime::port::merge_sort(all, less);
  in_order::copy(all.begin(), all.end(), first);
}
template <class I> void stable_sort(I first, I last) { in_order::stable_sort(first, last, thrust::less<>()); }
template <class I, class F> void sort(I first, I last, F less) { in_order::stable_sort(first, last, less); }
template <class I> void sort(I first, I last) { in_order::stable_sort(first, last, thrust::less<>()); }
template <class I, class J, class F> void stable_sort_by_key(I first, I last, J values, F less) {
  std::vector<std::pair<value_of<I>, value_of<J>>> all;
  J v = values;
  for (I k = first; k != last; ++k, ++v) all.emplace_back(*k, *v);
  mx_runtime::port::merge_sort(all, [&](const auto &a, const auto &b) { return less(a.first, b.first); });
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
template <class I, class J, class O, class P = equal_to<>, class F = plus<>> O inclusive_scan_by_key(I first, I last, J values, O out, P same = {}, F op = {}) {
  value_of<J> total{};
  for (I k = first; k != last; ++k, ++values, ++out) *out = total = k != first && same(*(k - 1), *k) ? value_of<J>(op(total, *values)) : value_of<J>(*values);
  return out;
}
template <class I, class J, class O, class T, class P = equal_to<>, class F = plus<>> O exclusive_scan_by_key(I first, I last, J values, O out, T init, P same = {}, F op = {}) {
  T total = init;
  for (I k = first; k != last; ++k, ++values, ++out) {
    if (k == first || !same(*(k - 1), *k)) total = init;
    const T next = op(total, *values);
    *out = total;
    total = next;
  }
  return out;
}
template <class I, class J, class O> O exclusive_scan_by_key(I first, I last, J values, O out) { return in_order::exclusive_scan_by_key(first, last, values, out, value_of<J>()); }
template <class I, class O, class T, class F> O inclusive_scan(I first, I last, O out, T init, F op) {
  for (; first != last; ++first, ++out) *out = init = op(init, *first);
  return out;
}
// ---- searching and counting

template <class I, class P> I find_if(I first, I last, P predicate) {
  while (first != last && !predicate(*first)) ++first;
  return first;
}
template <class I, class P> I find_if_not(I first, I last, P predicate) { return in_order::find_if(first, last, [&](const auto &x) { return !predicate(x); }); }
template <class I, class T> I find(I first, I last, const T &x) { return in_order::find_if(first, last, [&](const auto &y) { return y == x; }); }
template <class I, class P> std::ptrdiff_t count_if(I first, I last, P predicate) {
  std::ptrdiff_t n = 0;
  for (; first != last; ++first) n += predicate(*first) ? 1 : 0;
  return n;
}
template <class I, class T> std::ptrdiff_t count(I first, I last, const T &x) { return in_order::count_if(first, last, [&](const auto &y) { return y == x; }); }
template <class I, class P> bool any_of(I first, I last, P predicate) { return in_order::find_if(first, last, predicate) != last; }
template <class I, class P> bool all_of(I first, I last, P predicate) { return in_order::find_if_not(first, last, predicate) == last; }
template <class I, class P> bool none_of(I first, I last, P predicate) { return !in_order::any_of(first, last, predicate); }
template <class I, class J, class P = equal_to<>> pair<I, J> mismatch(I first, I last, J second, P same = {}) {
  while (first != last && same(*first, *second)) ++first, ++second;
  return {first, second};
}
template <class I, class J, class P = equal_to<>> bool equal(I first, I last, J second, P same = {}) { return in_order::mismatch(first, last, second, same).first == last; }
template <class I, class F = thrust::less<>> I min_element(I first, I last, F less = {}) {
  I best = first;
  for (; first != last; ++first)
    if (less(*first, *best)) best = first;
  return best;
}
template <class I, class F = thrust::less<>> I max_element(I first, I last, F less = {}) {
  I best = first;
  for (; first != last; ++first)
    if (less(*best, *first)) best = first;
  return best;
}
template <class I, class F = thrust::less<>> pair<I, I> minmax_element(I first, I last, F less = {}) { return {in_order::min_element(first, last, less), in_order::max_element(first, last, less)}; }
template <class I, class F = thrust::less<>> bool is_sorted(I first, I last, F less = {}) {
  if (first == last) return true;
  for (I next = first + 1; next != last; ++next, ++first)
    if (less(*next, *first)) return false;
  return true;
}
/** Where the predicate turns from true to false. */
template <class I, class P> I boundary(I first, I last, P before) {
  for (std::ptrdiff_t n = last - first; n > 0;) {
    const std::ptrdiff_t half = n / 2;
    if (before(first[half])) first += half + 1, n -= half + 1;
    else n = half;
  }
  return first;
}
template <class I, class T, class F = thrust::less<>> requires std::predicate<F, value_of<I>, T> I lower_bound(I first, I last, const T &x, F less = {}) { return boundary(first, last, [&](const auto &y) { return less(y, x); }); }
template <class I, class T, class F = thrust::less<>> requires std::predicate<F, T, value_of<I>> I upper_bound(I first, I last, const T &x, F less = {}) { return boundary(first, last, [&](const auto &y) { return !less(x, y); }); }
template <class I, class T, class F = thrust::less<>> requires std::predicate<F, T, value_of<I>> bool binary_search(I first, I last, const T &x, F less = {}) {
  const I at = in_order::lower_bound(first, last, x, less);
  return at != last && !less(x, *at);
}
template <class I, class J, class O, class F = thrust::less<>> O lower_bound(I first, I last, J from, J to, O out, F less = {}) {
  for (; from != to; ++from, ++out) *out = in_order::lower_bound(first, last, value_of<J>(*from), less) - first;
  return out;
}
template <class I, class J, class O, class F = thrust::less<>> O upper_bound(I first, I last, J from, J to, O out, F less = {}) {
  for (; from != to; ++from, ++out) *out = in_order::upper_bound(first, last, value_of<J>(*from), less) - first;
  return out;
}

// ---- moving elements about, in order

template <class I, class O, class P> O remove_copy_if(I first, I last, O out, P predicate) { return in_order::copy_if(first, last, out, [&](const auto &x) { return !predicate(x); }); }
template <class I, class P> I remove_if(I first, I last, P predicate) { return in_order::remove_copy_if(first, last, first, predicate); }
template <class I, class T> I remove(I first, I last, const T &x) { return in_order::remove_if(first, last, [&](const auto &y) { return y == x; }); }
template <class I, class P, class T> void replace_if(I first, I last, P predicate, const T &x) {
  for (; first != last; ++first)
    if (predicate(*first)) *first = x;
}
template <class I, class T> void replace(I first, I last, const T &old, const T &fresh) { in_order::replace_if(first, last, [&](const auto &y) { return y == old; }, fresh); }
template <class I, class O, class P = equal_to<>> O unique_copy(I first, I last, O out, P same = {}) {
  if (first == last) return out;
  value_of<I> kept = *first;
  *out = kept, ++out;
  for (++first; first != last; ++first)
    if (!same(kept, *first)) kept = *first, *out = kept, ++out;
  return out;
}
template <class I, class P = equal_to<>> I unique(I first, I last, P same = {}) { return in_order::unique_copy(first, last, first, same); }
template <class I, class P> I stable_partition(I first, I last, P predicate) {
  std::vector<value_of<I>> others;
  I kept = first;
  for (I i = first; i != last; ++i) {
    const value_of<I> x = *i;
    if (predicate(x)) *kept = x, ++kept;
    else others.push_back(x);
  }
  in_order::copy(others.begin(), others.end(), kept);
  return kept;
}
template <class I, class P> I partition(I first, I last, P predicate) { return in_order::stable_partition(first, last, predicate); }
template <class I, class O> O reverse_copy(I first, I last, O out) {
  while (last != first) *out = *--last, ++out;
  return out;
}
template <class I> void reverse(I first, I last) {
  std::vector<value_of<I>> all;
  for (I i = first; i != last; ++i) all.push_back(*i);
  in_order::reverse_copy(all.begin(), all.end(), first);
}
template <class I, class J> J swap_ranges(I first, I last, J second) {
  for (; first != last; ++first, ++second) {
    const value_of<I> x = *first;
    *first = *second;
    *second = x;
  }
  return second;
}
template <class I, class J, class O, class F = thrust::less<>> O merge(I first1, I last1, J first2, J last2, O out, F less = {}) {
  for (; first1 != last1 || first2 != last2; ++out) {
    if (first2 == last2 || (first1 != last1 && !less(*first2, *first1))) *out = *first1, ++first1;
    else *out = *first2, ++first2;
  }
  return out;
}
}  // namespace in_order
}  // namespace thrust
#include "further-algorithms.h"
namespace thrust {

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
ALGORITHM(generate_n) ALGORITHM(uninitialized_copy) ALGORITHM(uninitialized_copy_n) ALGORITHM(uninitialized_fill_n) ALGORITHM(shuffle)
ALGORITHM(shuffle_copy) ALGORITHM(gather_if) ALGORITHM(replace_copy) ALGORITHM(replace_copy_if) ALGORITHM(remove_copy) ALGORITHM(unique_by_key_copy)
ALGORITHM(unique_count) ALGORITHM(partition_copy) ALGORITHM(stable_partition_copy) ALGORITHM(partition_point) ALGORITHM(is_partitioned)
ALGORITHM(is_sorted_until) ALGORITHM(merge_by_key) ALGORITHM(equal_range) ALGORITHM(set_union) ALGORITHM(set_intersection) ALGORITHM(set_difference)
ALGORITHM(set_symmetric_difference)
#undef ALGORITHM
template <class T> T max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> T min(const T &a, const T &b) { return b < a ? b : a; }
}  // namespace thrust
