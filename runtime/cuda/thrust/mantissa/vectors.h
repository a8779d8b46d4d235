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
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  const_iterator cbegin() const;
  const_iterator cend() const;
  reverse_iterator rbegin();
  reverse_iterator rend();
  size_type size() const;
  size_type capacity() const;
  size_type max_size() const;
  bool empty() const;
  reference operator[](size_type i);
  const_reference operator[](size_type i) const;
  reference front();
  const_reference front() const;
  reference back();
  const_reference back() const;
  pointer data();
  const_pointer data() const;
  void resize(size_type n);
  void resize(size_type n, const T &x);
  void reserve(size_type n);
  void shrink_to_fit();
  void clear();
  void push_back(const T &x);
  template <class... A> void emplace_back(A &&...arguments);
  void pop_back();
  void assign(size_type n, const T &x);
  template <class I, class = typename std::iterator_traits<I>::iterator_category> void assign(I first, I last);
  iterator insert(iterator at, const T &x);
  void insert(iterator at, size_type n, const T &x);
  template <class I, class = typename std::iterator_traits<I>::iterator_category> void insert(iterator at, I first, I last);
  iterator erase(iterator at);
  iterator erase(iterator first, iterator last);
};
template <class T, class A> class device_vector;
template <class T, class A = std::allocator<T>> class host_vector : public mantissa_vector<T, T *, const T *, T &, const T &> {
 public:
  host_vector();
  explicit host_vector(std::size_t n);
  host_vector(std::size_t n, const T &x);
  host_vector(const host_vector &other);
  template <class U, class B> host_vector(const host_vector<U, B> &other);
  template <class U, class B> host_vector(const device_vector<U, B> &other);
  template <class U, class B> host_vector(const std::vector<U, B> &other);
  host_vector(std::initializer_list<T> list);
  template <class I, class = typename std::iterator_traits<I>::iterator_category> host_vector(I first, I last);
  host_vector &operator=(const host_vector &other);
  template <class U, class B> host_vector &operator=(const host_vector<U, B> &other);
  template <class U, class B> host_vector &operator=(const device_vector<U, B> &other);
  template <class U, class B> host_vector &operator=(const std::vector<U, B> &other);
  void swap(host_vector &other);
};
template <class T, class A = device_allocator<T>>
class device_vector : public mantissa_vector<T, device_ptr<T>, device_ptr<const T>, device_reference<T>, device_reference<const T>> {
 public:
  device_vector();
  explicit device_vector(std::size_t n);
  device_vector(std::size_t n, const T &x);
  device_vector(const device_vector &other);
  template <class U, class B> device_vector(const device_vector<U, B> &other);
  template <class U, class B> device_vector(const host_vector<U, B> &other);
  template <class U, class B> device_vector(const std::vector<U, B> &other);
  device_vector(std::initializer_list<T> list);
  template <class I, class = typename std::iterator_traits<I>::iterator_category> device_vector(I first, I last);
  device_vector &operator=(const device_vector &other);
  template <class U, class B> device_vector &operator=(const device_vector<U, B> &other);
  template <class U, class B> device_vector &operator=(const host_vector<U, B> &other);
  template <class U, class B> device_vector &operator=(const std::vector<U, B> &other);
  void swap(device_vector &other);
};
template <class T, class A = device_allocator<T>> using universal_vector = host_vector<T, A>;
template <class T, class A, class U, class B> bool operator==(const device_vector<T, A> &a, const device_vector<U, B> &b);
template <class T, class A, class U, class B> bool operator==(const host_vector<T, A> &a, const host_vector<U, B> &b);
template <class T, class A, class U, class B> bool operator==(const host_vector<T, A> &a, const device_vector<U, B> &b);
template <class T, class A, class U, class B> bool operator==(const device_vector<T, A> &a, const host_vector<U, B> &b);
}
