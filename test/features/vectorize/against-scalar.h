// A vectorised function beside the scalar one it was made from, in the same format, byte for byte: lengths from 0 on, aligned and not.
// The scalar source is included with `float` replaced by `number`, which rounds every operation.
#include "mantissa_vector.h"
#include <cstdio>
#include <cstdlib>
#include <math.h>
#include <type_traits>
#include <vector>

struct number {
  NUMBER v;
  number() = default;
  number(float x) { mantissa::narrow(x, v); }
  number(double x) : number(static_cast<float>(x)) {}
  explicit number(int x) : number(static_cast<float>(x)) {}
  float wide() const { return mantissa::widen(v); }
  explicit operator float() const { return wide(); }
};
inline number operator+(number a, number b) { return a.wide() + b.wide(); }
inline number operator-(number a, number b) { return a.wide() - b.wide(); }
inline number operator*(number a, number b) { return a.wide() * b.wide(); }
inline number operator/(number a, number b) { return a.wide() / b.wide(); }
inline number operator-(number a) { return -a.wide(); }
inline bool operator<(number a, number b) { return a.wide() < b.wide(); }
inline bool operator>(number a, number b) { return a.wide() > b.wide(); }
inline number sqrtf(number a) { return ::sqrtf(a.wide()); }
inline number fmaxf(number a, number b) { return ::fmaxf(a.wide(), b.wide()); }
static_assert(sizeof(number) == sizeof(NUMBER), "records of numbers are numbers one after the other");

#ifndef NUMBERS_IN_ARRAY
#define NUMBERS_IN_ARRAY 4096
#endif
static const int SIZE = NUMBERS_IN_ARRAY;
static unsigned state = 1;
static unsigned draw() { return state = state * 1664525u + 1013904223u, state >> 8; }

/** Mostly numbers an image has, and some of every kind there is. */
static NUMBER some_number() {
  NUMBER x;
  if (draw() % 8) mantissa::narrow(static_cast<float>(draw() % 4001) / 1000.0f - 1.0f, x);
  else {
    unsigned bits = draw() ^ draw() << 16;
    std::memcpy(&x, &bits, sizeof x);
    // no signalling NaNs: a compiler may drop the product by one that makes them quiet
    if (mantissa::widen(x) != mantissa::widen(x)) mantissa::narrow(NAN, x);
  }
  return x;
}

/** Not-a-numbers are all one. */
static bool same(const NUMBER &a, const NUMBER &b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (mantissa::widen(a) != mantissa::widen(a) && mantissa::widen(b) != mantissa::widen(b));
}

struct Arrays {
  std::vector<std::vector<NUMBER>> vectors, scalars;
  int length, shift, integers = 0;
};

/** Arrays from an address that is aligned for a whole vector, and further by `shift` numbers. */
static NUMBER *place(std::vector<NUMBER> &array, int shift) {
  void *start = array.data();
  std::size_t space = array.size() * sizeof(NUMBER);
  start = reinterpret_cast<void *>((reinterpret_cast<std::uintptr_t>(start) + 15) / 16 * 16);
  (void)space;
  return static_cast<NUMBER *>(start) + shift;
}

template <class V, class S> struct Argument {
  static V vector(Arrays &a, int) { return V(a.integers++ ? 2 : a.length); }
  static S scalar(Arrays &a, int) { return S(a.integers++ ? 2 : a.length); }
};
template <> struct Argument<float, number> {
  // a number of every format
  static float vector(Arrays &, int) { return 0.375f; }
  static number scalar(Arrays &, int) { return 0.375f; }
};
template <class V, class S> struct Argument<V *, S *> {
  static V *vector(Arrays &a, int k) { return place(a.vectors[k], a.shift); }
  static S *scalar(Arrays &a, int k) { return reinterpret_cast<S *>(place(a.scalars[k], a.shift)); }
};

template <class... V, class... S, std::size_t... K>
int compare(void (*vector)(V...), void (*scalar)(S...), int length, int shift, std::index_sequence<K...>) {
  Arrays a;
  a.length = length;
  a.shift = shift;
  for (std::size_t k = 0; k < sizeof...(K); ++k) {
    std::vector<NUMBER> array(SIZE);
    for (NUMBER &x : array) x = some_number();
    a.vectors.push_back(array);
    a.scalars.push_back(array);
    // the two start at different addresses: their numbers are the same from the aligned one on
    for (int at = 0; at < SIZE - 32; ++at) place(a.scalars[k], 0)[at] = place(a.vectors[k], 0)[at];
  }
  // braces: arguments are made from left to right
  std::tuple<V...> forVector{Argument<V, S>::vector(a, K)...};
  a.integers = 0;
  std::tuple<S...> forScalar{Argument<V, S>::scalar(a, K)...};
  vector(std::get<K>(forVector)...);
  scalar(std::get<K>(forScalar)...);
  int different = 0;
  for (std::size_t k = 0; k < sizeof...(K); ++k)
    for (int at = 0; at < SIZE - 32; ++at) different += !same(place(a.vectors[k], 0)[at], place(a.scalars[k], 0)[at]);
  return different;
}

/** Every length of a tail, with and without whole vectors before it. */
template <class... V, class... S> int compare_all(const char *name, void (*vector)(V...), void (*scalar)(S...)) {
  int different = 0, runs = 0;
  for (int shift = 0; shift < 3; ++shift)
    for (int length = 0; length <= 41; ++length, ++runs)
      different += compare(vector, scalar, length, shift, std::index_sequence_for<V...>());
  std::printf("%s: %d different in %d runs\n", name, different, runs);
  return different;
}

/** Some lengths at three alignments; prints how many numbers differ. */
template <class... V, class... S> void compare_some(void (*vector)(V...), void (*scalar)(S...)) {
  int different = 0;
  for (int shift = 0; shift < 3; ++shift)
    for (int length : {0, 1, 2, 5, 7, 8, 9, 13, 16, 17, 23, 32, 37, 41})
      different += compare(vector, scalar, length, shift, std::index_sequence_for<V...>());
  std::printf("%d\n", different);
}
