// host_vector and device_vector: one class of memory, two of iterators. Elements start at zero, as CUDA's do.
#pragma once
#include "pointers.h"
#include "policies.h"
#include <initializer_list>
#include <vector>
namespace thrust {
/** std::vector<T> underneath, but for bool, whose elements must have addresses. */
template <class T, class Iterator, class ConstIterator> class mantissa_vector {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = Iterator;
  using const_pointer = ConstIterator;
  using reference = T &;
  using const_reference = const T &;
  using iterator = Iterator;
  using const_iterator = ConstIterator;
  using reverse_iterator = std::reverse_iterator<Iterator>;

  mantissa_vector() = default;
  explicit mantissa_vector(std::size_t n) { resize(n); }
  mantissa_vector(std::size_t n, const T &x) { resize(n, x); }
  mantissa_vector(std::initializer_list<T> list) { assign(list.begin(), list.end()); }
  template <class I> requires requires { typename std::iterator_traits<I>::iterator_category; } mantissa_vector(I first, I last) { assign(first, last); }

  iterator begin() { return iterator(first()); }
  iterator end() { return iterator(first() + size()); }
  const_iterator begin() const { return const_iterator(first()); }
  const_iterator end() const { return const_iterator(first() + size()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  std::size_t size() const { return items_.size(); }
  std::size_t capacity() const { return items_.capacity(); }
  std::size_t max_size() const { return items_.max_size(); }
  bool empty() const { return items_.empty(); }
  T &operator[](std::size_t i) { return first()[i]; }
  const T &operator[](std::size_t i) const { return first()[i]; }
  T &front() { return *first(); }
  const T &front() const { return *first(); }
  T &back() { return first()[size() - 1]; }
  const T &back() const { return first()[size() - 1]; }
  iterator data() { return begin(); }
  const_iterator data() const { return begin(); }
  void resize(std::size_t n) { items_.resize(n); }
  void resize(std::size_t n, const T &x) { items_.resize(n, item{x}); }
  void reserve(std::size_t n) { items_.reserve(n); }
  void shrink_to_fit() { items_.shrink_to_fit(); }
  void clear() { items_.clear(); }
  void push_back(const T &x) { items_.push_back(item{x}); }
  template <class... A> void emplace_back(A &&...arguments) { items_.push_back(item{T(std::forward<A>(arguments)...)}); }
  void pop_back() { items_.pop_back(); }
  void assign(std::size_t n, const T &x) { items_.assign(n, item{x}); }
  template <class I> requires requires { typename std::iterator_traits<I>::iterator_category; } void assign(I from, I last) {
    std::vector<item> fresh;
    for (; from != last; ++from) fresh.push_back(item{T(*from)});
    items_.swap(fresh);
  }
  iterator insert(iterator at, const T &x) { return place(items_.insert(locate(at), item{x})); }
  void insert(iterator at, std::size_t n, const T &x) { items_.insert(locate(at), n, item{x}); }
  template <class I> requires requires { typename std::iterator_traits<I>::iterator_category; } void insert(iterator at, I from, I last) {
    std::vector<item> fresh;
    for (; from != last; ++from) fresh.push_back(item{T(*from)});
    items_.insert(locate(at), fresh.begin(), fresh.end());
  }
  iterator erase(iterator at) { return place(items_.erase(locate(at))); }
  iterator erase(iterator from, iterator last) { return place(items_.erase(locate(from), locate(last))); }
  void swap(mantissa_vector &other) { items_.swap(other.items_); }
  template <class U, class J, class K> bool operator==(const mantissa_vector<U, J, K> &other) const {
    if (size() != other.size()) return false;
    for (std::size_t k = 0; k < size(); k++)
      if (!((*this)[k] == other[k])) return false;
    return true;
  }

 private:
  struct item { T value{}; };
  T *first() { return reinterpret_cast<T *>(items_.data()); }
  const T *first() const { return reinterpret_cast<const T *>(items_.data()); }
  auto locate(iterator at) { return items_.begin() + (&*at - first()); }
  iterator place(typename std::vector<item>::iterator at) { return begin() + (at - items_.begin()); }
  std::vector<item> items_;
};

#define VECTOR(name, Iterator, ConstIterator)                                                                          \
  template <class T, class A = std::allocator<T>> class name : public mantissa_vector<T, Iterator, ConstIterator> {    \
   public:                                                                                                             \
    using mantissa_vector<T, Iterator, ConstIterator>::mantissa_vector;                                                \
    name() = default;                                                                                                  \
    template <class U, class J, class K> name(const mantissa_vector<U, J, K> &other) { this->assign(other.begin(), other.end()); } \
    template <class U, class B> name(const std::vector<U, B> &other) { this->assign(other.begin(), other.end()); }     \
    template <class U, class J, class K> name &operator=(const mantissa_vector<U, J, K> &other) { return this->assign(other.begin(), other.end()), *this; } \
    template <class U, class B> name &operator=(const std::vector<U, B> &other) { return this->assign(other.begin(), other.end()), *this; } \
  };
VECTOR(host_vector, T *, const T *)
VECTOR(device_vector, device_ptr<T>, device_ptr<const T>)
VECTOR(universal_vector, T *, const T *)
#undef VECTOR
}  // namespace thrust
