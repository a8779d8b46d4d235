// Iterators that compute what they point at.
#pragma once
#include "pointers.h"
#include "tuples.h"
#include <compare>
namespace thrust {
/** Moves by one number, kept by Self as `offset`; Self gives the element at an offset. */
template <class Self, class Value, class Reference> class mantissa_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Reference;
  Reference operator*() const { return self().element(offset); }
  Reference operator[](std::ptrdiff_t n) const { return self().element(offset + n); }
  Self &operator++() { return ++offset, self(); }
  Self &operator--() { return --offset, self(); }
  Self operator++(int) { Self before = self(); ++offset; return before; }
  Self operator--(int) { Self before = self(); --offset; return before; }
  Self &operator+=(std::ptrdiff_t n) { return offset += n, self(); }
  Self &operator-=(std::ptrdiff_t n) { return offset -= n, self(); }
  friend Self operator+(Self i, std::ptrdiff_t n) { return i += n; }
  friend Self operator+(std::ptrdiff_t n, Self i) { return i += n; }
  friend Self operator-(Self i, std::ptrdiff_t n) { return i -= n; }
  friend std::ptrdiff_t operator-(const Self &a, const Self &b) { return a.offset - b.offset + a.base_distance(b); }
  friend bool operator==(const Self &a, const Self &b) { return a - b == 0; }
  friend std::strong_ordering operator<=>(const Self &a, const Self &b) { return a - b <=> 0; }
  std::ptrdiff_t offset = 0;
  /** How far apart two iterators started: Self says so where they need not have started together. */
  std::ptrdiff_t base_distance(const Self &) const { return 0; }

 private:
  Self &self() { return static_cast<Self &>(*this); }
  const Self &self() const { return static_cast<const Self &>(*this); }
};

template <class T, class... Ignored> class counting_iterator : public mantissa_iterator<counting_iterator<T, Ignored...>, T, T> {
 public:
  counting_iterator() = default;
  explicit counting_iterator(T x) : first_(x) {}
  T element(std::ptrdiff_t n) const { return T(first_ + T(n)); }
  std::ptrdiff_t base_distance(const counting_iterator &other) const { return std::ptrdiff_t(first_ - other.first_); }

 private:
  T first_{};
};
template <class T> counting_iterator<T> make_counting_iterator(T x) { return counting_iterator<T>(x); }

template <class T, class... Ignored> class constant_iterator : public mantissa_iterator<constant_iterator<T, Ignored...>, T, T> {
 public:
  constant_iterator() = default;
  constant_iterator(const T &x, std::ptrdiff_t i = 0) : value_(x) { this->offset = i; }
  T element(std::ptrdiff_t) const { return value_; }

 private:
  T value_{};
};
template <class T> constant_iterator<T> make_constant_iterator(T x, std::ptrdiff_t i = 0) { return {x, i}; }

template <class F, class I, class Reference = decltype(std::declval<F>()(*std::declval<I>())), class Value = std::decay_t<Reference>>
class transform_iterator : public mantissa_iterator<transform_iterator<F, I, Reference, Value>, Value, Reference> {
 public:
  transform_iterator() = default;
  explicit transform_iterator(const I &i, F f = F()) : base_(i), f_(f) {}
  Reference element(std::ptrdiff_t n) const { return f_(base_[n]); }
  I base() const { return base_ + this->offset; }
  std::ptrdiff_t base_distance(const transform_iterator &other) const { return base_ - other.base_; }

 private:
  I base_{};
  F f_{};
};
template <class F, class I> transform_iterator<F, I> make_transform_iterator(I i, F f) { return transform_iterator<F, I>(i, f); }

template <class Tuple> class zip_iterator;
template <class... I> class zip_iterator<std::tuple<I...>>
    : public mantissa_iterator<zip_iterator<std::tuple<I...>>, std::tuple<typename std::iterator_traits<I>::value_type...>, std::tuple<typename std::iterator_traits<I>::reference...>> {
 public:
  zip_iterator() = default;
  zip_iterator(std::tuple<I...> iterators) : all_(iterators) {}
  std::tuple<typename std::iterator_traits<I>::reference...> element(std::ptrdiff_t n) const {
    return std::apply([n](const I &...i) { return std::tuple<typename std::iterator_traits<I>::reference...>(i[n]...); }, all_);
  }
  std::tuple<I...> get_iterator_tuple() const {
    return std::apply([this](const I &...i) { return std::tuple<I...>((i + this->offset)...); }, all_);
  }
  std::ptrdiff_t base_distance(const zip_iterator &other) const { return std::get<0>(all_) - std::get<0>(other.all_); }

 private:
  std::tuple<I...> all_;
};
template <class... I> zip_iterator<std::tuple<I...>> make_zip_iterator(std::tuple<I...> iterators) { return {iterators}; }
template <class... I> zip_iterator<std::tuple<I...>> make_zip_iterator(I... iterators) { return {std::tuple<I...>(iterators...)}; }

template <class Elements, class Indices> class permutation_iterator
    : public mantissa_iterator<permutation_iterator<Elements, Indices>, typename std::iterator_traits<Elements>::value_type, typename std::iterator_traits<Elements>::reference> {
 public:
  permutation_iterator() = default;
  permutation_iterator(Elements elements, Indices indices) : elements_(elements), indices_(indices) {}
  typename std::iterator_traits<Elements>::reference element(std::ptrdiff_t n) const { return elements_[std::ptrdiff_t(indices_[n])]; }
  std::ptrdiff_t base_distance(const permutation_iterator &other) const { return indices_ - other.indices_; }

 private:
  Elements elements_{};
  Indices indices_{};
};
template <class E, class I> permutation_iterator<E, I> make_permutation_iterator(E elements, I indices) { return {elements, indices}; }

struct discarded { template <class T> const discarded &operator=(const T &) const { return *this; } };
template <class... Ignored> class discard_iterator_of : public mantissa_iterator<discard_iterator_of<Ignored...>, discarded, discarded> {
 public:
  discard_iterator_of(std::ptrdiff_t i = 0) { this->offset = i; }
  discarded element(std::ptrdiff_t) const { return {}; }
};
using discard_iterator = discard_iterator_of<>;
inline discard_iterator make_discard_iterator(std::ptrdiff_t i = 0) { return i; }

/** Applies a function to every value written. */
template <class F, class O> class transform_output_iterator {
 public:
  struct Written {
    F f;
    O at;
    template <class T> const Written &operator=(const T &x) const { return *at = f(x), *this; }
  };
  using iterator_category = std::output_iterator_tag;
  using value_type = typename std::iterator_traits<O>::value_type;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Written;
  transform_output_iterator(O out, F f) : out_(out), f_(f) {}
  Written operator*() const { return {f_, out_}; }
  Written operator[](std::ptrdiff_t n) const { return {f_, out_ + n}; }
  transform_output_iterator &operator++() { return ++out_, *this; }
  transform_output_iterator operator++(int) { auto before = *this; ++out_; return before; }
  transform_output_iterator operator+(std::ptrdiff_t n) const { return {out_ + n, f_}; }
  std::ptrdiff_t operator-(const transform_output_iterator &other) const { return out_ - other.out_; }

 private:
  O out_;
  F f_;
};
template <class F, class O> transform_output_iterator<F, O> make_transform_output_iterator(O out, F f) { return {out, f}; }

template <class I> using reverse_iterator = std::reverse_iterator<I>;
using std::make_reverse_iterator;
}  // namespace thrust
