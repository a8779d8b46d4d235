// Algorithms that programs need less often, in order as well. A shuffle is a permutation drawn from the engine, as thrust documents it, and not
// thrust's own; a partition keeps the order.
#pragma once
namespace thrust {
namespace in_order {

template <class I, class N, class F> I generate_n(I first, N n, F f) {
  for (; n > 0; --n, ++first) *first = f();
  return first;
}
template <class I, class O> O uninitialized_copy(I first, I last, O out) { return in_order::copy(first, last, out); }
template <class I, class N, class O> O uninitialized_copy_n(I first, N n, O out) { return in_order::copy_n(first, n, out); }
template <class I, class N, class T> I uninitialized_fill_n(I first, N n, const T &x) { return in_order::fill_n(first, n, x); }
template <class I, class E> void shuffle(I first, I last, E &&engine) {
  for (std::ptrdiff_t n = last - first; n > 1; n--) {
    const std::ptrdiff_t other = std::ptrdiff_t((unsigned long long)(engine() - std::decay_t<E>::min) % (unsigned long long)(n));
    const value_of<I> x = first[n - 1];
    first[n - 1] = value_of<I>(first[other]);
    first[other] = x;
  }
}
template <class I, class O, class E> void shuffle_copy(I first, I last, O out, E &&engine) {
  in_order::copy(first, last, out);
  in_order::shuffle(out, out + (last - first), engine);
}
template <class I, class J, class S, class O, class F, class P> O transform_if(I first, I last, J second, S stencil, O out, F op, P predicate) {
  for (; first != last; ++first, ++second, ++stencil, ++out)
    if (predicate(*stencil)) *out = op(*first, *second);
  return out;
}
template <class M, class S, class I, class O, class P = identity<>> O gather_if(M first, M last, S stencil, I in, O out, P predicate = {}) {
  for (; first != last; ++first, ++stencil, ++out)
    if (predicate(*stencil)) *out = in[*first];
  return out;
}
template <class I, class M, class S, class O, class P> void scatter_if(I first, I last, M map, S stencil, O out, P predicate) {
  for (; first != last; ++first, ++map, ++stencil)
    if (predicate(*stencil)) out[*map] = *first;
}
template <class I, class S, class P, class T> void replace_if(I first, I last, S stencil, P predicate, const T &x) {
  for (; first != last; ++first, ++stencil)
    if (predicate(*stencil)) *first = x;
}
template <class I, class O, class P, class T> O replace_copy_if(I first, I last, O out, P predicate, const T &x) {
  for (; first != last; ++first, ++out) {
    const value_of<I> value = *first;
    *out = predicate(value) ? value_of<I>(x) : value;
  }
  return out;
}
template <class I, class O, class T> O replace_copy(I first, I last, O out, const T &old, const T &fresh) {
  return in_order::replace_copy_if(first, last, out, [&](const auto &y) { return y == old; }, fresh);
}
template <class I, class S, class O, class P> O remove_copy_if(I first, I last, S stencil, O out, P predicate) {
  return in_order::copy_if(first, last, stencil, out, [&](const auto &x) { return !predicate(x); });
}
template <class I, class S, class P> I remove_if(I first, I last, S stencil, P predicate) { return in_order::remove_copy_if(first, last, stencil, first, predicate); }
template <class I, class O, class T> O remove_copy(I first, I last, O out, const T &x) {
  return in_order::remove_copy_if(first, last, out, [&](const auto &y) { return y == x; });
}
template <class I, class J, class K, class L, class P = equal_to<>> pair<K, L> unique_by_key_copy(I first, I last, J values, K keysOut, L valuesOut, P same = {}) {
  while (first != last) {
    const value_of<I> key = *first;
    *keysOut = key, *valuesOut = *values;
    ++keysOut, ++valuesOut;
    for (++first, ++values; first != last && same(key, *first); ++first, ++values) {}
  }
  return {keysOut, valuesOut};
}
template <class I> std::ptrdiff_t unique_count(I first, I last) {
  std::ptrdiff_t n = first != last;
  for (; first != last && first + 1 != last; ++first) n += *first == *(first + 1) ? 0 : 1;
  return n;
}
template <class I, class S, class P> I stable_partition(I first, I last, S stencil, P predicate) {
  std::vector<value_of<I>> others;
  I kept = first;
  for (; first != last; ++first, ++stencil) {
    const value_of<I> x = *first;
    if (predicate(*stencil)) *kept = x, ++kept;
    else others.push_back(x);
  }
  in_order::copy(others.begin(), others.end(), kept);
  return kept;
}
template <class I, class S, class P> I partition(I first, I last, S stencil, P predicate) { return in_order::stable_partition(first, last, stencil, predicate); }
template <class I, class O, class R, class P> pair<O, R> stable_partition_copy(I first, I last, O yes, R no, P predicate) {
  for (; first != last; ++first) {
    const value_of<I> x = *first;
    if (predicate(x)) *yes = x, ++yes;
    else *no = x, ++no;
  }
  return {yes, no};
}
template <class I, class O, class R, class P> pair<O, R> partition_copy(I first, I last, O yes, R no, P predicate) { return in_order::stable_partition_copy(first, last, yes, no, predicate); }
template <class I, class P> I partition_point(I first, I last, P predicate) { return in_order::find_if_not(first, last, predicate); }
template <class I, class P> bool is_partitioned(I first, I last, P predicate) { return in_order::none_of(in_order::find_if_not(first, last, predicate), last, predicate); }
template <class I, class F = thrust::less<>> I is_sorted_until(I first, I last, F less = {}) {
  if (first == last) return last;
  for (I next = first + 1; next != last; ++next, ++first)
    if (less(*next, *first)) return next;
  return last;
}
template <class I, class J, class V, class W, class K, class L> pair<K, L> merge_by_key(I keys1, I last1, J keys2, J last2, V values1, W values2, K keysOut, L valuesOut) {
  for (; keys1 != last1 || keys2 != last2; ++keysOut, ++valuesOut) {
    if (keys2 == last2 || (keys1 != last1 && !(*keys2 < *keys1))) *keysOut = *keys1, *valuesOut = *values1, ++keys1, ++values1;
    else *keysOut = *keys2, *valuesOut = *values2, ++keys2, ++values2;
  }
  return {keysOut, valuesOut};
}
template <class I, class J, class O> requires std::output_iterator<O, bool> O binary_search(I first, I last, J from, J to, O out) {
  for (; from != to; ++from, ++out) *out = in_order::binary_search(first, last, value_of<J>(*from));
  return out;
}
template <class I, class T> pair<I, I> equal_range(I first, I last, const T &x) { return {in_order::lower_bound(first, last, x), in_order::upper_bound(first, last, x)}; }

/** Elements of two sorted ranges that are only in the first, in both, or only in the second; with their multiplicity. */
template <class I, class J, class O, class F> O set_operation(I first1, I last1, J first2, J last2, O out, F less, bool left, bool both, bool right) {
  while (first1 != last1 || first2 != last2) {
    const bool isLeft = first2 == last2 || (first1 != last1 && less(*first1, *first2)), isRight = !isLeft && (first1 == last1 || less(*first2, *first1));
    if (isRight ? right : isLeft ? left : both) {
      if (isRight) *out = *first2;
      else *out = *first1;
      ++out;
    }
    if (!isRight) ++first1;
    if (!isLeft) ++first2;
  }
  return out;
}
#define SET(name, left, both, right) \
  template <class I, class J, class O, class F = thrust::less<>> O name(I first1, I last1, J first2, J last2, O out, F less = {}) { return in_order::set_operation(first1, last1, first2, last2, out, less, left, both, right); }
SET(set_union, true, true, true) SET(set_intersection, false, true, false) SET(set_difference, true, false, false) SET(set_symmetric_difference, true, false, true)
#undef SET
}  // namespace in_order
}  // namespace thrust
