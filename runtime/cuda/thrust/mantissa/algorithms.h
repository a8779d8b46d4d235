// The algorithms, each with and without an execution policy.
#pragma once
#include "thrust/mantissa/functions.h"
#include "thrust/mantissa/iterators.h"
#include "thrust/mantissa/policies.h"
#include "thrust/mantissa/pointers.h"
#include "thrust/mantissa/tuples.h"
// the standard headers that come with any algorithm of the real one
#include <cassert>
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
namespace thrust {
#define UNWRAP(...) __VA_ARGS__
#define ALGORITHM(parameters, result, name, arguments) \
  template <UNWRAP parameters> __host__ __device__ UNWRAP result name(UNWRAP arguments) { __builtin_trap(); } \
  template <class Policy, UNWRAP parameters> __host__ __device__ UNWRAP result name(const execution_policy<Policy> &policy, UNWRAP arguments) { __builtin_trap(); }
#define VALUE(I) typename std::iterator_traits<I>::value_type
#define DIFFERENCE(I) typename std::iterator_traits<I>::difference_type

ALGORITHM((class I), (VALUE(I)), reduce, (I first, I last))
ALGORITHM((class I, class T), (T), reduce, (I first, I last, T init))
ALGORITHM((class I, class T, class F), (T), reduce, (I first, I last, T init, F op))
ALGORITHM((class I, class J, class K, class L), (pair<K, L>), reduce_by_key, (I keysFirst, I keysLast, J values, K keysOut, L valuesOut))
ALGORITHM((class I, class J, class K, class L, class P), (pair<K, L>), reduce_by_key, (I keysFirst, I keysLast, J values, K keysOut, L valuesOut, P equal))
ALGORITHM((class I, class J, class K, class L, class P, class F), (pair<K, L>), reduce_by_key, (I keysFirst, I keysLast, J values, K keysOut, L valuesOut, P equal, F op))
ALGORITHM((class I, class U, class T, class F), (T), transform_reduce, (I first, I last, U transform, T init, F op))
ALGORITHM((class I, class J, class T), (T), inner_product, (I first, I last, J second, T init))
ALGORITHM((class I, class J, class T, class F, class G), (T), inner_product, (I first, I last, J second, T init, F plus, G times))

ALGORITHM((class I, class O, class F), (O), transform, (I first, I last, O out, F op))
ALGORITHM((class I, class J, class O, class F), (O), transform, (I first, I last, J second, O out, F op))
ALGORITHM((class I, class O, class F, class P), (O), transform_if, (I first, I last, O out, F op, P predicate))
ALGORITHM((class I, class S, class O, class F, class P), (O), transform_if, (I first, I last, S stencil, O out, F op, P predicate))
ALGORITHM((class I, class F), (I), for_each, (I first, I last, F f))
ALGORITHM((class I, class N, class F), (I), for_each_n, (I first, N n, F f))
ALGORITHM((class I, class F), (void), generate, (I first, I last, F f))
ALGORITHM((class I, class F), (void), tabulate, (I first, I last, F f))
ALGORITHM((class I, class T), (void), fill, (I first, I last, const T &x))
ALGORITHM((class I, class N, class T), (I), fill_n, (I first, N n, const T &x))
ALGORITHM((class I, class T), (void), uninitialized_fill, (I first, I last, const T &x))
ALGORITHM((class I), (void), sequence, (I first, I last))
ALGORITHM((class I, class T), (void), sequence, (I first, I last, T init))
ALGORITHM((class I, class T), (void), sequence, (I first, I last, T init, T step))
ALGORITHM((class I, class O), (O), copy, (I first, I last, O out))
ALGORITHM((class I, class N, class O), (O), copy_n, (I first, N n, O out))
ALGORITHM((class I, class O, class P), (O), copy_if, (I first, I last, O out, P predicate))
ALGORITHM((class I, class S, class O, class P), (O), copy_if, (I first, I last, S stencil, O out, P predicate))
ALGORITHM((class I, class J), (J), swap_ranges, (I first, I last, J second))
ALGORITHM((class I, class M, class O), (O), gather, (I mapFirst, I mapLast, M in, O out))
ALGORITHM((class I, class M, class O), (void), scatter, (I first, I last, M map, O out))
ALGORITHM((class I, class M, class S, class O), (void), scatter_if, (I first, I last, M map, S stencil, O out))
ALGORITHM((class I, class T), (void), replace, (I first, I last, const T &old, const T &fresh))
ALGORITHM((class I, class P, class T), (void), replace_if, (I first, I last, P predicate, const T &x))
ALGORITHM((class I, class T), (I), remove, (I first, I last, const T &x))
ALGORITHM((class I, class P), (I), remove_if, (I first, I last, P predicate))
ALGORITHM((class I, class O, class P), (O), remove_copy_if, (I first, I last, O out, P predicate))
ALGORITHM((class I), (I), unique, (I first, I last))
ALGORITHM((class I, class P), (I), unique, (I first, I last, P equal))
ALGORITHM((class I, class O), (O), unique_copy, (I first, I last, O out))
ALGORITHM((class I, class J), (pair<I, J>), unique_by_key, (I keysFirst, I keysLast, J values))
ALGORITHM((class I, class P), (I), partition, (I first, I last, P predicate))
ALGORITHM((class I, class P), (I), stable_partition, (I first, I last, P predicate))
ALGORITHM((class I), (void), reverse, (I first, I last))
ALGORITHM((class I, class O), (O), reverse_copy, (I first, I last, O out))
ALGORITHM((class I, class O), (O), adjacent_difference, (I first, I last, O out))
ALGORITHM((class I, class O, class F), (O), adjacent_difference, (I first, I last, O out, F op))

ALGORITHM((class I), (void), sort, (I first, I last))
ALGORITHM((class I, class F), (void), sort, (I first, I last, F less))
ALGORITHM((class I), (void), stable_sort, (I first, I last))
ALGORITHM((class I, class F), (void), stable_sort, (I first, I last, F less))
ALGORITHM((class I, class J), (void), sort_by_key, (I keysFirst, I keysLast, J values))
ALGORITHM((class I, class J, class F), (void), sort_by_key, (I keysFirst, I keysLast, J values, F less))
ALGORITHM((class I, class J), (void), stable_sort_by_key, (I keysFirst, I keysLast, J values))
ALGORITHM((class I, class J, class F), (void), stable_sort_by_key, (I keysFirst, I keysLast, J values, F less))
ALGORITHM((class I), (bool), is_sorted, (I first, I last))
ALGORITHM((class I, class J, class O), (O), merge, (I first1, I last1, J first2, J last2, O out))
ALGORITHM((class I, class T), (I), lower_bound, (I first, I last, const T &x))
ALGORITHM((class I, class J, class O), (O), lower_bound, (I first, I last, J valuesFirst, J valuesLast, O out))
ALGORITHM((class I, class T), (I), upper_bound, (I first, I last, const T &x))
ALGORITHM((class I, class J, class O), (O), upper_bound, (I first, I last, J valuesFirst, J valuesLast, O out))
ALGORITHM((class I, class T), (bool), binary_search, (I first, I last, const T &x))

ALGORITHM((class I, class O), (O), inclusive_scan, (I first, I last, O out))
ALGORITHM((class I, class O, class F), (O), inclusive_scan, (I first, I last, O out, F op))
ALGORITHM((class I, class O), (O), exclusive_scan, (I first, I last, O out))
ALGORITHM((class I, class O, class T), (O), exclusive_scan, (I first, I last, O out, T init))
ALGORITHM((class I, class O, class T, class F), (O), exclusive_scan, (I first, I last, O out, T init, F op))
ALGORITHM((class I, class J, class O), (O), inclusive_scan_by_key, (I keysFirst, I keysLast, J values, O out))
ALGORITHM((class I, class J, class O), (O), exclusive_scan_by_key, (I keysFirst, I keysLast, J values, O out))
ALGORITHM((class I, class O, class U, class F), (O), transform_inclusive_scan, (I first, I last, O out, U transform, F op))
ALGORITHM((class I, class O, class U, class T, class F), (O), transform_exclusive_scan, (I first, I last, O out, U transform, T init, F op))

ALGORITHM((class I), (I), min_element, (I first, I last))
ALGORITHM((class I, class F), (I), min_element, (I first, I last, F less))
ALGORITHM((class I), (I), max_element, (I first, I last))
ALGORITHM((class I, class F), (I), max_element, (I first, I last, F less))
ALGORITHM((class I), (pair<I, I>), minmax_element, (I first, I last))
ALGORITHM((class I, class F), (pair<I, I>), minmax_element, (I first, I last, F less))
ALGORITHM((class I, class T), (DIFFERENCE(I)), count, (I first, I last, const T &x))
ALGORITHM((class I, class P), (DIFFERENCE(I)), count_if, (I first, I last, P predicate))
ALGORITHM((class I, class T), (I), find, (I first, I last, const T &x))
ALGORITHM((class I, class P), (I), find_if, (I first, I last, P predicate))
ALGORITHM((class I, class P), (I), find_if_not, (I first, I last, P predicate))
ALGORITHM((class I, class J), (bool), equal, (I first, I last, J second))
ALGORITHM((class I, class J, class P), (bool), equal, (I first, I last, J second, P predicate))
ALGORITHM((class I, class J), (pair<I, J>), mismatch, (I first, I last, J second))
ALGORITHM((class I, class P), (bool), all_of, (I first, I last, P predicate))
ALGORITHM((class I, class P), (bool), any_of, (I first, I last, P predicate))
ALGORITHM((class I, class P), (bool), none_of, (I first, I last, P predicate))
ALGORITHM((class I, class N, class F), (I), generate_n, (I first, N n, F f))
ALGORITHM((class I, class N, class T), (I), uninitialized_fill_n, (I first, N n, const T &x))
ALGORITHM((class I, class O), (O), uninitialized_copy, (I first, I last, O out))
ALGORITHM((class I, class N, class O), (O), uninitialized_copy_n, (I first, N n, O out))
ALGORITHM((class I, class E), (void), shuffle, (I first, I last, E &&engine))
ALGORITHM((class I, class O, class E), (void), shuffle_copy, (I first, I last, O out, E &&engine))
ALGORITHM((class I, class J, class S, class O, class F, class P), (O), transform_if, (I first, I last, J second, S stencil, O out, F op, P predicate))
ALGORITHM((class M, class S, class I, class O), (O), gather_if, (M mapFirst, M mapLast, S stencil, I in, O out))
ALGORITHM((class M, class S, class I, class O, class P), (O), gather_if, (M mapFirst, M mapLast, S stencil, I in, O out, P predicate))
ALGORITHM((class I, class M, class S, class O, class P), (void), scatter_if, (I first, I last, M map, S stencil, O out, P predicate))
ALGORITHM((class I, class S, class P, class T), (void), replace_if, (I first, I last, S stencil, P predicate, const T &x))
ALGORITHM((class I, class O, class T), (O), replace_copy, (I first, I last, O out, const T &old, const T &fresh))
ALGORITHM((class I, class O, class P, class T), (O), replace_copy_if, (I first, I last, O out, P predicate, const T &x))
ALGORITHM((class I, class S, class P), (I), remove_if, (I first, I last, S stencil, P predicate))
ALGORITHM((class I, class O, class T), (O), remove_copy, (I first, I last, O out, const T &x))
ALGORITHM((class I, class S, class O, class P), (O), remove_copy_if, (I first, I last, S stencil, O out, P predicate))
ALGORITHM((class I, class O, class P), (O), unique_copy, (I first, I last, O out, P equal))
ALGORITHM((class I, class J, class P), (pair<I, J>), unique_by_key, (I keysFirst, I keysLast, J values, P equal))
ALGORITHM((class I, class J, class K, class L), (pair<K, L>), unique_by_key_copy, (I keysFirst, I keysLast, J values, K keysOut, L valuesOut))
ALGORITHM((class I), (DIFFERENCE(I)), unique_count, (I first, I last))
ALGORITHM((class I, class S, class P), (I), partition, (I first, I last, S stencil, P predicate))
ALGORITHM((class I, class S, class P), (I), stable_partition, (I first, I last, S stencil, P predicate))
ALGORITHM((class I, class O, class R, class P), (pair<O, R>), partition_copy, (I first, I last, O yes, R no, P predicate))
ALGORITHM((class I, class O, class R, class P), (pair<O, R>), stable_partition_copy, (I first, I last, O yes, R no, P predicate))
ALGORITHM((class I, class P), (I), partition_point, (I first, I last, P predicate))
ALGORITHM((class I, class P), (bool), is_partitioned, (I first, I last, P predicate))
ALGORITHM((class I, class F), (bool), is_sorted, (I first, I last, F less))
ALGORITHM((class I), (I), is_sorted_until, (I first, I last))
ALGORITHM((class I, class F), (I), is_sorted_until, (I first, I last, F less))
ALGORITHM((class I, class J, class O, class F), (O), merge, (I first1, I last1, J first2, J last2, O out, F less))
ALGORITHM((class I, class J, class V, class W, class K, class L), (pair<K, L>), merge_by_key, (I keys1, I keysLast1, J keys2, J keysLast2, V values1, W values2, K keysOut, L valuesOut))
ALGORITHM((class I, class T, class F), (I), lower_bound, (I first, I last, const T &x, F less))
ALGORITHM((class I, class J, class O, class F), (O), lower_bound, (I first, I last, J valuesFirst, J valuesLast, O out, F less))
ALGORITHM((class I, class T, class F), (I), upper_bound, (I first, I last, const T &x, F less))
ALGORITHM((class I, class J, class O, class F), (O), upper_bound, (I first, I last, J valuesFirst, J valuesLast, O out, F less))
ALGORITHM((class I, class T, class F), (bool), binary_search, (I first, I last, const T &x, F less))
ALGORITHM((class I, class J, class O), (O), binary_search, (I first, I last, J valuesFirst, J valuesLast, O out))
ALGORITHM((class I, class T), (pair<I, I>), equal_range, (I first, I last, const T &x))
ALGORITHM((class I, class J, class P), (pair<I, J>), mismatch, (I first, I last, J second, P equal))
ALGORITHM((class I, class O, class T, class F), (O), inclusive_scan, (I first, I last, O out, T init, F op))
ALGORITHM((class I, class J, class O, class P), (O), inclusive_scan_by_key, (I keysFirst, I keysLast, J values, O out, P equal))
ALGORITHM((class I, class J, class O, class P, class F), (O), inclusive_scan_by_key, (I keysFirst, I keysLast, J values, O out, P equal, F op))
ALGORITHM((class I, class J, class O, class T), (O), exclusive_scan_by_key, (I keysFirst, I keysLast, J values, O out, T init))
ALGORITHM((class I, class J, class O, class T, class P), (O), exclusive_scan_by_key, (I keysFirst, I keysLast, J values, O out, T init, P equal))
ALGORITHM((class I, class J, class O, class T, class P, class F), (O), exclusive_scan_by_key, (I keysFirst, I keysLast, J values, O out, T init, P equal, F op))
#define SET(name) \
  ALGORITHM((class I, class J, class O), (O), name, (I first1, I last1, J first2, J last2, O out)) \
  ALGORITHM((class I, class J, class O, class F), (O), name, (I first1, I last1, J first2, J last2, O out, F less))
SET(set_union) SET(set_intersection) SET(set_difference) SET(set_symmetric_difference)
#undef SET
#undef ALGORITHM
#undef UNWRAP
#undef VALUE
#undef DIFFERENCE
template <class T> __host__ __device__ T max(const T &a, const T &b) { __builtin_trap(); }
template <class T> __host__ __device__ T min(const T &a, const T &b) { __builtin_trap(); }
}
