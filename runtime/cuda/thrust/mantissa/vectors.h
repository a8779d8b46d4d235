// host_vector and device_vector. One interface; they differ in what an element access gives.
#pragma once
#include "thrust/mantissa/pointers.h"
#include <initializer_list>
#include <vector>
namespace thrust {
template <class T, class Pointer, class ConstPointer, class Reference, class ConstReference> class mantissa_vector {
 public:
  typedef T value_type;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef Pointer pointer;
  typedef ConstPointer const_pointer;
  typedef Reference reference;
  typedef ConstReference const_reference;
  typedef Pointer iterator;
  typedef ConstPointer const_iterator;
  typedef std::reverse_iterator<Pointer> reverse_iterator;
  iterator begin() { __builtin_trap(); }
  iterator end() { __builtin_trap(); }
  const_iterator begin() const { __builtin_trap(); }
  const_iterator end() const { __builtin_trap(); }
  const_iterator cbegin() const { __builtin_trap(); }
  const_iterator cend() const { __builtin_trap(); }
  reverse_iterator rbegin() { __builtin_trap(); }
  reverse_iterator rend() { __builtin_trap(); }
  size_type size() const { __builtin_trap(); }
  size_type capacity() const { __builtin_trap(); }
  size_type max_size() const { __builtin_trap(); }
  bool empty() const { __builtin_trap(); }
  reference operator[](size_type i) { __builtin_trap(); }
  const_reference operator[](size_type i) const { __builtin_trap(); }
  reference front() { __builtin_trap(); }
  const_reference front() const { __builtin_trap(); }
  reference back() { __builtin_trap(); }
  const_reference back() const { __builtin_trap(); }
  pointer data() { __builtin_trap(); }
  const_pointer data() const { __builtin_trap(); }
  void resize(size_type n) { __builtin_trap(); }
  void resize(size_type n, const T &x) { __builtin_trap(); }
  void reserve(size_type n) { __builtin_trap(); }
  void shrink_to_fit() { __builtin_trap(); }
  void clear() { __builtin_trap(); }
  void push_back(const T &x) { __builtin_trap(); }
  template <class... A> void emplace_back(A &&...arguments) { __builtin_trap(); }
  void pop_back() { __builtin_trap(); }
  void assign(size_type n, const T &x) { __builtin_trap(); }
  template <class I, class = typename std::iterator_traits<I>::iterator_category> void assign(I first, I last) { __builtin_trap(); }
  iterator insert(iterator at, const T &x) { __builtin_trap(); }
  void insert(iterator at, size_type n, const T &x) { __builtin_trap(); }
  template <class I, class = typename std::iterator_traits<I>::iterator_category> void insert(iterator at, I first, I last) { __builtin_trap(); }
  iterator erase(iterator at) { __builtin_trap(); }
  iterator erase(iterator first, iterator last) { __builtin_trap(); }
};
template <class T, class A> class device_vector;
template <class T, class A = std::allocator<T>> class host_vector : public mantissa_vector<T, T *, const T *, T &, const T &> {
 public:
  host_vector() { __builtin_trap(); }
  explicit host_vector(std::size_t n) { __builtin_trap(); }
  host_vector(std::size_t n, const T &x) { __builtin_trap(); }
  host_vector(const host_vector &other) { __builtin_trap(); }
  template <class U, class B> host_vector(const host_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> host_vector(const device_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> host_vector(const std::vector<U, B> &other) { __builtin_trap(); }
  host_vector(std::initializer_list<T> list) { __builtin_trap(); }
  template <class I, class = typename std::iterator_traits<I>::iterator_category> host_vector(I first, I last) { __builtin_trap(); }
  host_vector &operator=(const host_vector &other) { __builtin_trap(); }
  template <class U, class B> host_vector &operator=(const host_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> host_vector &operator=(const device_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> host_vector &operator=(const std::vector<U, B> &other) { __builtin_trap(); }
  void swap(host_vector &other) { __builtin_trap(); }
};
template <class T, class A = device_allocator<T>>
class device_vector : public mantissa_vector<T, device_ptr<T>, device_ptr<const T>, device_reference<T>, device_reference<const T>> {
 public:
  device_vector() { __builtin_trap(); }
  explicit device_vector(std::size_t n) { __builtin_trap(); }
  device_vector(std::size_t n, const T &x) { __builtin_trap(); }
  device_vector(const device_vector &other) { __builtin_trap(); }
  template <class U, class B> device_vector(const device_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> device_vector(const host_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> device_vector(const std::vector<U, B> &other) { __builtin_trap(); }
  device_vector(std::initializer_list<T> list) { __builtin_trap(); }
  template <class I, class = typename std::iterator_traits<I>::iterator_category> device_vector(I first, I last) { __builtin_trap(); }
  device_vector &operator=(const device_vector &other) { __builtin_trap(); }
  template <class U, class B> device_vector &operator=(const device_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> device_vector &operator=(const host_vector<U, B> &other) { __builtin_trap(); }
  template <class U, class B> device_vector &operator=(const std::vector<U, B> &other) { __builtin_trap(); }
  void swap(device_vector &other) { __builtin_trap(); }
};
template <class T, class A = device_allocator<T>> using universal_vector = host_vector<T, A>;
template <class T, class A, class U, class B> bool operator==(const device_vector<T, A> &a, const device_vector<U, B> &b) { __builtin_trap(); }
template <class T, class A, class U, class B> bool operator==(const host_vector<T, A> &a, const host_vector<U, B> &b) { __builtin_trap(); }
template <class T, class A, class U, class B> bool operator==(const host_vector<T, A> &a, const device_vector<U, B> &b) { __builtin_trap(); }
template <class T, class A, class U, class B> bool operator==(const device_vector<T, A> &a, const host_vector<U, B> &b) { __builtin_trap(); }
}
