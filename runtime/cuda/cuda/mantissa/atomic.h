// Atomic numbers of device code.
#pragma once
#include "cuda/mantissa/scopes.h"
namespace cuda {
#define MODIFY(name) __host__ __device__ T name(T value, memory_order order = memory_order_seq_cst) const { __builtin_trap(); }
#define OPERATIONS \
  typedef T value_type; \
  __host__ __device__ T load(memory_order order = memory_order_seq_cst) const { __builtin_trap(); } \
  __host__ __device__ void store(T value, memory_order order = memory_order_seq_cst) const { __builtin_trap(); } \
  __host__ __device__ bool compare_exchange_weak(T &expected, T desired, memory_order success = memory_order_seq_cst, memory_order failure = memory_order_seq_cst) const { __builtin_trap(); } \
  __host__ __device__ bool compare_exchange_strong(T &expected, T desired, memory_order success = memory_order_seq_cst, memory_order failure = memory_order_seq_cst) const { __builtin_trap(); } \
  __host__ __device__ bool is_lock_free() const { __builtin_trap(); } \
  __host__ __device__ void wait(T old, memory_order order = memory_order_seq_cst) const { __builtin_trap(); } \
  __host__ __device__ void notify_one() const { __builtin_trap(); } \
  __host__ __device__ void notify_all() const { __builtin_trap(); } \
  __host__ __device__ operator T() const { __builtin_trap(); } \
  __host__ __device__ T operator=(T value) const { __builtin_trap(); } \
  __host__ __device__ T operator+=(T value) const { __builtin_trap(); } \
  __host__ __device__ T operator-=(T value) const { __builtin_trap(); } \
  __host__ __device__ T operator++() const { __builtin_trap(); } \
  __host__ __device__ T operator++(int) const { __builtin_trap(); } \
  __host__ __device__ T operator--() const { __builtin_trap(); } \
  __host__ __device__ T operator--(int) const { __builtin_trap(); } \
  MODIFY(exchange) MODIFY(fetch_add) MODIFY(fetch_sub) MODIFY(fetch_and) MODIFY(fetch_or) MODIFY(fetch_xor) MODIFY(fetch_min) MODIFY(fetch_max)
template <class T, thread_scope scope = thread_scope_system> struct atomic {
  OPERATIONS
  __host__ __device__ constexpr atomic() : value_() {}
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic &) = delete;

 private:
  T value_;
};
template <class T, thread_scope scope = thread_scope_system> struct atomic_ref {
  OPERATIONS
  __host__ __device__ explicit atomic_ref(T &object) : object_(&object) {}

 private:
  T *object_;
};
#undef OPERATIONS
#undef MODIFY
__host__ __device__ void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system);
namespace std {
template <class T> struct atomic : ::cuda::atomic<T> {
  using ::cuda::atomic<T>::atomic;
  using ::cuda::atomic<T>::operator=;
};
template <class T> struct atomic_ref : ::cuda::atomic_ref<T> {
  using ::cuda::atomic_ref<T>::atomic_ref;
  using ::cuda::atomic_ref<T>::operator=;
};
typedef atomic<int> atomic_int;
typedef atomic<unsigned int> atomic_uint;
}
}
