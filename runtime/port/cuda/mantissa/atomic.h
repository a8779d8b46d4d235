// Atomic numbers of device code: the threads of the port take turns, so that a plain update is one.
#pragma once
#include "scopes.h"
namespace cuda {
/** Common to both kinds; Self provides the address of the number. */
template <class Self, class T> struct mantissa_atomic {
  using value_type = T;
  T load(memory_order = memory_order_seq_cst) const { return at(); }
  void store(T value, memory_order = memory_order_seq_cst) const { at() = value; }
  T exchange(T value, memory_order = memory_order_seq_cst) const { return change([&](T) { return value; }); }
  bool compare_exchange_strong(T &expected, T desired, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) const {
    const bool is = __builtin_memcmp(&at(), &expected, sizeof(T)) == 0;
    (is ? at() : expected) = is ? desired : at();
    return is;
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) const { return compare_exchange_strong(expected, desired); }
  bool is_lock_free() const { return true; }
  void notify_one() const {}
  void notify_all() const {}
  void wait(T old, memory_order = memory_order_seq_cst) const {
    if (at() == old) mx_runtime::port::unavailable("cuda::atomic::wait for another thread");
  }
  T fetch_add(T value, memory_order = memory_order_seq_cst) const { return change([&](T x) { return T(x + value); }); }
  T fetch_sub(T value, memory_order = memory_order_seq_cst) const { return change([&](T x) { return T(x - value); }); }
  T fetch_and(T value, memory_order = memory_order_seq_cst) const { return change([&](T x) { return T(x & value); }); }
  T fetch_or(T value, memory_order = memory_order_seq_cst) const { return change([&](T x) { return T(x | value); }); }
  T fetch_xor(T value, memory_order = memory_order_seq_cst) const { return change([&](T x) { return T(x ^ value); }); }
  T fetch_min(T value, memory_order = memory_order_seq_cst) const { return change([&](T x) { return value < x ? value : x; }); }
  T fetch_max(T value, memory_order = memory_order_seq_cst) const { return change([&](T x) { return x < value ? value : x; }); }
  operator T() const { return at(); }
  T operator=(T value) const { return at() = value; }
  T operator+=(T value) const { return T(fetch_add(value) + value); }
  T operator-=(T value) const { return T(fetch_sub(value) - value); }
  T operator++() const { return T(fetch_add(T(1)) + T(1)); }
  T operator++(int) const { return fetch_add(T(1)); }
  T operator--() const { return T(fetch_sub(T(1)) - T(1)); }
  T operator--(int) const { return fetch_sub(T(1)); }

 private:
  T &at() const { return static_cast<const Self *>(this)->place(); }
  template <class F> T change(F f) const {
    const T before = at();
    at() = f(before);
    return before;
  }
};
template <class T, thread_scope scope = thread_scope_system> struct atomic : mantissa_atomic<atomic<T, scope>, T> {
  using mantissa_atomic<atomic<T, scope>, T>::operator=;
  constexpr atomic() : value_() {}
  constexpr atomic(T value) : value_(value) {}
  atomic(const atomic &) = delete;
  T &place() const { return value_; }

 private:
  mutable T value_;
};
template <class T, thread_scope scope = thread_scope_system> struct atomic_ref : mantissa_atomic<atomic_ref<T, scope>, T> {
  using mantissa_atomic<atomic_ref<T, scope>, T>::operator=;
  explicit atomic_ref(T &object) : object_(&object) {}
  T &place() const { return *object_; }

 private:
  T *object_;
};
inline void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) {}
namespace std {
template <class T> struct atomic : ::cuda::atomic<T> {
  using ::cuda::atomic<T>::atomic;
  using ::cuda::atomic<T>::operator=;
};
template <class T> struct atomic_ref : ::cuda::atomic_ref<T> {
  using ::cuda::atomic_ref<T>::atomic_ref;
  using ::cuda::atomic_ref<T>::operator=;
};
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
}  // namespace std
}  // namespace cuda
