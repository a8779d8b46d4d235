// Types shared by the parts of cub.
#pragma once
#include <cuda_runtime.h>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include "cuda/functional"
#include "thrust/mantissa/functions.h"
#include "thrust/mantissa/iterators.h"
#define CUB_VERSION 300000
#define CubDebugExit(call) (call)
#define CubDebug(call) (call)
namespace cub {
struct NullType {};
struct Sum { template <class A, class B> __host__ __device__ constexpr auto operator()(const A &a, const B &b) const -> decltype(a + b) { return a + b; } };
struct Max { template <class T> __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <class T> __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct Equality { template <class A, class B> __host__ __device__ constexpr bool operator()(const A &a, const B &b) const { return a == b; } };
struct Inequality { template <class A, class B> __host__ __device__ constexpr bool operator()(const A &a, const B &b) const { return a != b; } };
struct Difference { template <class A, class B> __host__ __device__ constexpr auto operator()(const A &a, const B &b) const -> decltype(a - b) { return a - b; } };
struct Division { template <class A, class B> __host__ __device__ constexpr auto operator()(const A &a, const B &b) const -> decltype(a / b) { return a / b; } };
template <class F> struct InequalityWrapper {
  F op;
  __host__ __device__ InequalityWrapper(F equal) { __builtin_trap(); }
  template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) { __builtin_trap(); }
};
template <class T> struct CastOp { template <class A> __host__ __device__ T operator()(A &&a) const { return (T) a; } };
template <class F> struct SwizzleScanOp {
  __host__ __device__ SwizzleScanOp(F op) { __builtin_trap(); }
  template <class T> __host__ __device__ T operator()(const T &a, const T &b) { __builtin_trap(); }
};
template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(K const &key, V const &value) { __builtin_trap(); }
  __host__ __device__ bool operator!=(const KeyValuePair &other) { __builtin_trap(); }
};
struct ArgMax { template <class K, class V> __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const { __builtin_trap(); } };
struct ArgMin { template <class K, class V> __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const { __builtin_trap(); } };
template <class F> struct ReduceBySegmentOp {
  F op;
  __host__ __device__ ReduceBySegmentOp() { __builtin_trap(); }
  __host__ __device__ ReduceBySegmentOp(F op) { __builtin_trap(); }
  template <class P> __host__ __device__ P operator()(const P &a, const P &b) { __builtin_trap(); }
};
template <class F> struct ReduceByKeyOp {
  F op;
  __host__ __device__ ReduceByKeyOp() { __builtin_trap(); }
  __host__ __device__ ReduceByKeyOp(F op) { __builtin_trap(); }
  template <class P> __host__ __device__ P operator()(const P &a, const P &b) { __builtin_trap(); }
};
template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  __host__ __device__ DoubleBuffer() { __builtin_trap(); }
  __host__ __device__ DoubleBuffer(T *current, T *alternate) { __builtin_trap(); }
  __host__ __device__ T *Current() { __builtin_trap(); }
  __host__ __device__ T *Alternate() { __builtin_trap(); }
};
struct CachingDeviceAllocator {
  CachingDeviceAllocator(bool skipCleanup = false, bool debug = false) { __builtin_trap(); }
  CachingDeviceAllocator(unsigned int growth, unsigned int minBin = 1, unsigned int maxBin = 0, std::size_t maxCached = 0, bool skipCleanup = false) { __builtin_trap(); }
  cudaError_t DeviceAllocate(void **pointer, std::size_t bytes, cudaStream_t stream = 0) { __builtin_trap(); }
  cudaError_t DeviceFree(void *pointer) { __builtin_trap(); }
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier m, class I> __device__ typename std::iterator_traits<I>::value_type ThreadLoad(I at) { __builtin_trap(); }
template <class T> struct MantissaStorage { T words[64]; };
struct Uninitialized {};
template <CacheStoreModifier m, class O, class T> __device__ void ThreadStore(O at, T value) { __builtin_trap(); }

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
template <std::size_t size> struct MantissaBits { typedef unsigned long long type; };
template <> struct MantissaBits<1> { typedef unsigned char type; };
template <> struct MantissaBits<2> { typedef unsigned short type; };
template <> struct MantissaBits<4> { typedef unsigned int type; };
// traits of radix sort keys; floating-point numbers are ordered like their bits after the sign is flipped
template <class T> struct Traits {
  typedef typename MantissaBits<sizeof(T)>::type UnsignedBits;
  static const Category CATEGORY = std::is_integral<T>::value ? (std::is_signed<T>::value ? SIGNED_INTEGER : UNSIGNED_INTEGER) : std::is_floating_point<T>::value ? FLOATING_POINT : NOT_A_NUMBER;
  enum { PRIMITIVE = CATEGORY != NOT_A_NUMBER, NULL_TYPE = std::is_same<T, NullType>::value };
  static const UnsignedBits HIGH_BIT = UnsignedBits(1) << (sizeof(UnsignedBits) * 8 - 1);
  static const UnsignedBits LOWEST_KEY = CATEGORY == UNSIGNED_INTEGER ? 0 : CATEGORY == SIGNED_INTEGER ? HIGH_BIT : UnsignedBits(-1);
  static const UnsignedBits MAX_KEY = UnsignedBits(-1) ^ (CATEGORY == UNSIGNED_INTEGER ? UnsignedBits(0) : HIGH_BIT);
  static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits key) { __builtin_trap(); }
  static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits key) { __builtin_trap(); }
  static __host__ __device__ T Max() { __builtin_trap(); }
  static __host__ __device__ T Lowest() { __builtin_trap(); }
};
template <class T> using NumericTraits = Traits<T>;
template <class I> using MantissaIterated = typename std::iterator_traits<I>::value_type;
template <class A, class B> __host__ __device__ constexpr A DivideAndRoundUp(A a, B b) { return (a + b - 1) / b; }
}
#ifdef __CUDA__
namespace cub {
__device__ unsigned int LaneId();
__device__ unsigned int WarpId();
}
#endif
