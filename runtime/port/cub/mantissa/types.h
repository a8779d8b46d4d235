// Types shared by the parts of cub.
#pragma once
#include "../../cuda_runtime.h"
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include "../../cuda/functional"
#include "../../thrust/mantissa/functions.h"
#include "../../thrust/mantissa/iterators.h"
#define CUB_VERSION 300000
#define CubDebugExit(call) (call)
#define CubDebug(call) (call)
namespace cub {
struct NullType {};
struct Sum { template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return a + b; } };
struct Max { template <class T> constexpr T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <class T> constexpr T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct Equality { template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return a == b; } };
struct Inequality { template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return a != b; } };
struct Difference { template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return a - b; } };
struct Division { template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return a / b; } };
template <class F> struct InequalityWrapper {
  F op;
  InequalityWrapper(F equal) : op(equal) {}
  template <class A, class B> bool operator()(const A &a, const B &b) { return !op(a, b); }
};
template <class T> struct CastOp { template <class A> T operator()(A &&a) const { return T(a); } };
/** The operands the other way round. */
template <class F> struct SwizzleScanOp {
  F op;
  SwizzleScanOp(F own) : op(own) {}
  template <class T> T operator()(const T &a, const T &b) { return op(b, a); }
};
template <class K, class V> struct KeyValuePair {
  using Key = K;
  using Value = V;
  K key;
  V value;
  KeyValuePair() = default;
  KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
  bool operator!=(const KeyValuePair &other) { return value != other.value || key != other.key; }
};
/** Keys count the starts of segments: a value behind a start is a new sum. */
template <class F> struct ReduceBySegmentOp {
  F op;
  ReduceBySegmentOp() = default;
  ReduceBySegmentOp(F own) : op(own) {}
  template <class P> P operator()(const P &a, const P &b) {
    P both = b;
    both.key = a.key + b.key;
    if (!b.key) both.value = op(a.value, b.value);
    return both;
  }
};
/** Values of one key are reduced; another key starts anew. */
template <class F> struct ReduceByKeyOp {
  F op;
  ReduceByKeyOp() = default;
  ReduceByKeyOp(F own) : op(own) {}
  template <class P> P operator()(const P &a, const P &b) {
    P both = b;
    if (a.key == b.key) both.value = op(a.value, b.value);
    return both;
  }
};
/** Of two equal values the one with the lower key. */
struct ArgMax { template <class K, class V> constexpr KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const { return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a; } };
struct ArgMin { template <class K, class V> constexpr KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const { return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a; } };
template <class T> struct DoubleBuffer {
  T *d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate} {}
  T *Current() { return d_buffers[selector]; }
  T *Alternate() { return d_buffers[selector ^ 1]; }
};
struct CachingDeviceAllocator {
  template <class... A> CachingDeviceAllocator(A &&...) {}
  cudaError_t DeviceAllocate(void **pointer, std::size_t bytes, cudaStream_t = nullptr) { return cudaMalloc(pointer, bytes); }
  cudaError_t DeviceFree(void *pointer) { return cudaFree(pointer); }
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
template <CacheLoadModifier m, class I> typename std::iterator_traits<I>::value_type ThreadLoad(I at) { return *at; }
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheStoreModifier m, class O, class T> void ThreadStore(O at, T value) { *at = value; }
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
/** The order of floating-point numbers is that of their bits once the sign is turned. */
template <class T> struct Traits {
  using UnsignedBits = std::conditional_t<sizeof(T) == 1, unsigned char, std::conditional_t<sizeof(T) == 2, unsigned short, std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>>>;
  static constexpr Category CATEGORY = std::is_integral_v<T> ? (std::is_signed_v<T> ? SIGNED_INTEGER : UNSIGNED_INTEGER) : std::numeric_limits<T>::is_specialized ? FLOATING_POINT : NOT_A_NUMBER;
  static constexpr bool PRIMITIVE = CATEGORY != NOT_A_NUMBER, NULL_TYPE = std::is_same_v<T, NullType>;
  static constexpr UnsignedBits HIGH_BIT = UnsignedBits(1) << (sizeof(UnsignedBits) * 8 - 1);
  static constexpr UnsignedBits LOWEST_KEY = CATEGORY == UNSIGNED_INTEGER ? 0 : CATEGORY == SIGNED_INTEGER ? HIGH_BIT : UnsignedBits(-1);
  static constexpr UnsignedBits MAX_KEY = UnsignedBits(-1) ^ (CATEGORY == UNSIGNED_INTEGER ? UnsignedBits(0) : HIGH_BIT);
  static UnsignedBits TwiddleIn(UnsignedBits key) { return CATEGORY == UNSIGNED_INTEGER ? key : CATEGORY == SIGNED_INTEGER || !(key & HIGH_BIT) ? key ^ HIGH_BIT : UnsignedBits(~key); }
  static UnsignedBits TwiddleOut(UnsignedBits key) { return CATEGORY == UNSIGNED_INTEGER ? key : CATEGORY == SIGNED_INTEGER || (key & HIGH_BIT) ? key ^ HIGH_BIT : UnsignedBits(~key); }
  static T Max() { return std::numeric_limits<T>::max(); }
  static T Lowest() { return std::numeric_limits<T>::lowest(); }
};
template <class T> using NumericTraits = Traits<T>;
template <class A, class B> constexpr A DivideAndRoundUp(A a, B b) { return (a + b - 1) / b; }
inline unsigned LaneId() { return mx_runtime::port::lane_number(); }
inline unsigned WarpId() { return mx_runtime::port::current_block->running() / mx_runtime::port::lanes_per_warp; }
template <class I> using value_of = typename std::iterator_traits<I>::value_type;
/** The place and value of the best of some, of equal ones the first. */
template <class I, class N, class F> KeyValuePair<int, value_of<I>> first_best(I in, N from, N to, F op) {
  KeyValuePair<int, value_of<I>> found{int(from), in[from]};
  for (N k = from + 1; k < to; k++) found = op(found, KeyValuePair<int, value_of<I>>{int(k), in[k]});
  return found;
}
/** The two-call protocol: without storage, say how much is wanted and do nothing. */
inline bool only_asks(void *storage, std::size_t &bytes) {
  if (storage) return false;
  bytes = 1;
  return true;
}
}  // namespace cub
