// Device memory is the machine's: a reference into it is a plain reference, and device_ptr<T> a pointer with thrust's interface.
#pragma once
#include "../../cuda_runtime.h"
#include <iterator>
#include <memory>
namespace thrust {
template <class T> using device_reference = T &;

template <class T> class device_ptr {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = device_ptr;
  using reference = T &;
  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  template <class U> explicit device_ptr(U *p) : p_(static_cast<T *>(p)) {}
  template <class U> requires std::is_convertible_v<U *, T *> device_ptr(const device_ptr<U> &other) : p_(other.get()) {}
  T *get() const { return p_; }
  T &operator*() const { return *p_; }
  T *operator->() const { return p_; }
  T &operator[](difference_type i) const { return p_[i]; }
  device_ptr &operator++() { return ++p_, *this; }
  device_ptr &operator--() { return --p_, *this; }
  device_ptr operator++(int) { return device_ptr(p_++); }
  device_ptr operator--(int) { return device_ptr(p_--); }
  device_ptr &operator+=(difference_type n) { return p_ += n, *this; }
  device_ptr &operator-=(difference_type n) { return p_ -= n, *this; }
  device_ptr operator+(difference_type n) const { return device_ptr(p_ + n); }
  device_ptr operator-(difference_type n) const { return device_ptr(p_ - n); }
  difference_type operator-(const device_ptr &other) const { return p_ - other.p_; }
  explicit operator bool() const { return p_ != nullptr; }
  friend device_ptr operator+(difference_type n, device_ptr p) { return p + n; }
  auto operator<=>(const device_ptr &) const = default;

 private:
  T *p_ = nullptr;
};
template <class T> device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <class T> T *raw_pointer_cast(T *p) { return p; }
template <class T> T *raw_pointer_cast(const device_ptr<T> &p) { return p.get(); }
template <class T> T &raw_reference_cast(T &r) { return r; }
template <class T> device_ptr<T> device_malloc(std::size_t n) {
  T *p;
  cudaMalloc(&p, n * sizeof(T));
  return device_ptr<T>(p);
}
template <class T> device_ptr<T> device_new(std::size_t n = 1) {
  const device_ptr<T> p = device_malloc<T>(n);
  std::uninitialized_value_construct_n(p.get(), n);
  return p;
}
template <class T> void device_free(device_ptr<T> p) { cudaFree(p.get()); }
template <class T> void device_delete(device_ptr<T> p, std::size_t = 0) { cudaFree(p.get()); }
template <class I> using iterator_traits = std::iterator_traits<I>;
template <class I> struct iterator_value { using type = typename std::iterator_traits<I>::value_type; };
template <class I> struct iterator_difference { using type = typename std::iterator_traits<I>::difference_type; };
using std::advance;
using std::distance;
using std::next;
using std::prev;
template <class T> struct device_allocator : std::allocator<T> {};
template <class T> struct device_malloc_allocator : std::allocator<T> {};
}  // namespace thrust
