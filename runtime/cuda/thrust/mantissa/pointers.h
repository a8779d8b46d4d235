// Pointers and references into device memory.
#pragma once
#include <cuda_runtime.h>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
namespace thrust {
template <class T> class device_ptr;

// reads as a T and takes one: each use on the host is a copy over the bus
template <class T> class device_reference {
 public:
  typedef typename std::remove_const<T>::type value_type;
  typedef device_ptr<T> pointer;
  __host__ __device__ device_reference(const device_reference &other) { __builtin_trap(); }
  __host__ __device__ explicit device_reference(const pointer &p) { __builtin_trap(); }
  __host__ __device__ device_reference &operator=(const device_reference &other) { __builtin_trap(); }
  __host__ __device__ device_reference &operator=(const value_type &x) { __builtin_trap(); }
  template <class U> __host__ __device__ device_reference &operator=(const device_reference<U> &other) { __builtin_trap(); }
  __host__ __device__ operator value_type() const { __builtin_trap(); }
  __host__ __device__ pointer operator&() const { __builtin_trap(); }
  __host__ __device__ device_reference &operator++() { __builtin_trap(); }
  __host__ __device__ value_type operator++(int) { __builtin_trap(); }
  __host__ __device__ device_reference &operator--() { __builtin_trap(); }
  __host__ __device__ value_type operator--(int) { __builtin_trap(); }
  __host__ __device__ device_reference &operator+=(const value_type &x) { __builtin_trap(); }
  __host__ __device__ device_reference &operator-=(const value_type &x) { __builtin_trap(); }
  __host__ __device__ device_reference &operator*=(const value_type &x) { __builtin_trap(); }
  __host__ __device__ device_reference &operator/=(const value_type &x) { __builtin_trap(); }
};
template <class T> __host__ __device__ void swap(device_reference<T> a, device_reference<T> b) { __builtin_trap(); }

template <class T> class device_ptr {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef typename std::remove_const<T>::type value_type;
  typedef std::ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef device_reference<T> reference;
  __host__ __device__ device_ptr() { __builtin_trap(); }
  __host__ __device__ device_ptr(std::nullptr_t) { __builtin_trap(); }
  template <class U> __host__ __device__ explicit device_ptr(U *p) { __builtin_trap(); }
  template <class U, class = typename std::enable_if<std::is_convertible<U *, T *>::value>::type> __host__ __device__ device_ptr(const device_ptr<U> &other) { __builtin_trap(); }
  __host__ __device__ T *get() const { __builtin_trap(); }
  __host__ __device__ reference operator*() const { __builtin_trap(); }
  __host__ __device__ T *operator->() const { __builtin_trap(); }
  __host__ __device__ reference operator[](difference_type i) const { __builtin_trap(); }
  __host__ __device__ device_ptr &operator++() { __builtin_trap(); }
  __host__ __device__ device_ptr operator++(int) { __builtin_trap(); }
  __host__ __device__ device_ptr &operator--() { __builtin_trap(); }
  __host__ __device__ device_ptr operator--(int) { __builtin_trap(); }
  __host__ __device__ device_ptr &operator+=(difference_type n) { __builtin_trap(); }
  __host__ __device__ device_ptr &operator-=(difference_type n) { __builtin_trap(); }
  __host__ __device__ device_ptr operator+(difference_type n) const { __builtin_trap(); }
  __host__ __device__ device_ptr operator-(difference_type n) const { __builtin_trap(); }
  __host__ __device__ difference_type operator-(const device_ptr &other) const { __builtin_trap(); }
  __host__ __device__ explicit operator bool() const { __builtin_trap(); }
  friend __host__ __device__ device_ptr operator+(difference_type n, device_ptr p) { __builtin_trap(); }
  friend __host__ __device__ bool operator==(const device_ptr &a, const device_ptr &b) { __builtin_trap(); }
  friend __host__ __device__ bool operator!=(const device_ptr &a, const device_ptr &b) { __builtin_trap(); }
  friend __host__ __device__ bool operator<(const device_ptr &a, const device_ptr &b) { __builtin_trap(); }
  friend __host__ __device__ bool operator>(const device_ptr &a, const device_ptr &b) { __builtin_trap(); }
};
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(T *p) { __builtin_trap(); }
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { __builtin_trap(); }
template <class T> __host__ __device__ T *raw_pointer_cast(T *p) { __builtin_trap(); }
template <class T> __host__ __device__ T *raw_pointer_cast(const device_ptr<T> &p) { __builtin_trap(); }
template <class T> __host__ __device__ T &raw_reference_cast(device_reference<T> r) { __builtin_trap(); }
template <class T> __host__ __device__ T &raw_reference_cast(T &r) { __builtin_trap(); }
template <class T> device_ptr<T> device_malloc(std::size_t n) { __builtin_trap(); }
template <class T> device_ptr<T> device_new(std::size_t n = 1) { __builtin_trap(); }
template <class T> void device_free(device_ptr<T> p) { __builtin_trap(); }
template <class T> void device_delete(device_ptr<T> p, std::size_t n = 0) { __builtin_trap(); }
template <class I> using iterator_traits = std::iterator_traits<I>;
template <class I> struct iterator_value { typedef typename std::iterator_traits<I>::value_type type; };
template <class I> struct iterator_difference { typedef typename std::iterator_traits<I>::difference_type type; };
template <class I, class N> __host__ __device__ void advance(I &i, N n) { __builtin_trap(); }
template <class I> __host__ __device__ typename std::iterator_traits<I>::difference_type distance(I first, I last) { __builtin_trap(); }
template <class I> __host__ __device__ I next(I i, typename std::iterator_traits<I>::difference_type n = 1) { __builtin_trap(); }
template <class I> __host__ __device__ I prev(I i, typename std::iterator_traits<I>::difference_type n = 1) { __builtin_trap(); }
template <class T> struct device_allocator { typedef T value_type; };
template <class T> struct device_malloc_allocator { typedef T value_type; };
}
